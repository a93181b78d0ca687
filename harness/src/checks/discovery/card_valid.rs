//! A client knows an agent by its card alone: what is wrong there is wrong for everybody.

use url::Url;

use crate::agent::is_loopback;
use crate::agent::shape::Law;
use crate::prelude::*;
use crate::probe::Claims;

pub(super) static CHECK: Check = Check {
    id: "D1",
    slug: "card-valid",
    title: "the public card is there and valid",
    group: Group::Discovery,
    scope: Scope::Agent,
    rules: &[
        CARD_IS_PUBLIC,
        CARD_IS_COMPLETE,
        CARD_LISTS_A_SKILL,
        CARD_IS_WELL_FORMED,
        CARD_SECURITY_MEMBER,
        CARD_INTERFACE_URLS,
        CARD_HTTPS,
        CARD_SECURITY_DECLARED,
        CARD_SCHEME_KIND,
        CARD_VERSION_HAS_TWO_PARTS,
        CARD_HAS_NO_RELICS,
    ],
    needs: &[],
    doc: Doc {
        sends: "GET /.well-known/agent-card.json at the agent's origin, without credentials",
        passes: "200, JSON, and a card with every required member, of the right name and type",
        tolerates: "an empty list of skills, and members that only extensions know, are advice",
        causes: "a serializer that writes null for empty lists or keeps snake_case names; a card written for 0.3",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let page = probe.public_card().await;

    let served = page.json().filter(|_| page.status == Some(200) && page.is_json());
    let subject = format!("GET {}", page.url);
    probe.claim(CARD_IS_PUBLIC, served.is_some(), subject, "200 and a JSON object", &page, &[page.exchange]);
    let Some(card) = served else { return Err(Stop::Broken) };
    judge(&probe.claims, &card, &[page.exchange]);
    Ok(())
}

/// Holds what a card says against the rules, wherever the card comes from.
pub(super) fn judge(claims: &Claims, card: &Value, exchanges: &[usize]) {
    shape_of(claims, card, exchanges);
    relics(claims, card, exchanges);
    interfaces(claims, card, exchanges);
    security(claims, card, exchanges);
}

fn shape_of(claims: &Claims, card: &Value, exchanges: &[usize]) {
    let flaws = shape::AGENT_CARD.flaws(card);
    let rules = [
        (CARD_IS_COMPLETE, &[Law::Required, Law::Empty][..]),
        (CARD_IS_WELL_FORMED, &[Law::Type, Law::Naming, Law::Enum, Law::Timestamp][..]),
        (CARD_SCHEME_KIND, &[Law::OneOf][..]),
    ];
    for (rule, laws) in rules {
        let broken = flaws.iter().find(|flaw| laws.contains(&flaw.law) && flaw.at != "/skills");
        let (at, expected, observed) =
            broken.map_or(("", "", ""), |flaw| (flaw.at.as_str(), flaw.expected.as_str(), flaw.observed.as_str()));
        claims.claim(rule, broken.is_none(), format!("card {at}"), expected, observed, exchanges);
    }
    let skills = &card["skills"];
    claims.claim(CARD_IS_COMPLETE, skills.is_array(), "card /skills", "a list", skills, exchanges);
    let some = skills.as_array().is_none_or(|skills| !skills.is_empty());
    claims.claim(CARD_LISTS_A_SKILL, some, "card /skills", "at least one skill", skills, exchanges);
}

fn relics(claims: &Claims, card: &Value, exchanges: &[usize]) {
    for relic in [
        "url",
        "protocolVersion",
        "preferredTransport",
        "additionalInterfaces",
        "kind",
        "supportsAuthenticatedExtendedCard",
    ] {
        let there = card.get(relic);
        let observed = there.unwrap_or(&Value::Null);
        claims.claim(CARD_HAS_NO_RELICS, there.is_none(), format!("card /{relic}"), "absent", observed, exchanges);
    }
}

fn interfaces(claims: &Claims, card: &Value, exchanges: &[usize]) {
    for (at, entry) in card["supportedInterfaces"].as_array().into_iter().flatten().enumerate() {
        let written = entry["url"].as_str().unwrap_or_default();
        let subject = format!("card /supportedInterfaces/{at}/url");
        if entry["protocolBinding"] == "GRPC" {
            let held = is_host_and_port(written) || Url::parse(written).is_ok_and(|url| url.has_host());
            claims.claim(CARD_INTERFACE_URLS, held, subject, "host:port", written, exchanges);
            continue;
        }
        let url = Url::parse(written).ok().filter(Url::has_host);
        let absolute =
            url.is_some() || Url::parse(written).is_ok_and(|url| url.scheme() != "http" && url.scheme() != "https");
        claims.claim(CARD_INTERFACE_URLS, absolute, &subject, "an absolute URL", written, exchanges);
        if let Some(url) = url {
            let safe = url.scheme() != "http" || is_loopback(&url);
            claims.claim(CARD_HTTPS, safe, &subject, "https", written, exchanges);
        }
        let version = entry["protocolVersion"].as_str().unwrap_or_default();
        let subject = format!("card /supportedInterfaces/{at}/protocolVersion");
        claims.claim(CARD_VERSION_HAS_TWO_PARTS, has_two_parts(version), subject, "Major.Minor", version, exchanges);
    }
}

fn security(claims: &Claims, card: &Value, exchanges: &[usize]) {
    let hint = "securityRequirements, not security (the text of §3.1.11 has the old name)";
    let misnamed = card.get("security").is_some() && card.get("securityRequirements").is_none();
    claims.claim(CARD_SECURITY_MEMBER, !misnamed, "card", hint, "security alone", exchanges);
    let skills = card["skills"].as_array().into_iter().flatten();
    let lists = std::iter::once(card).chain(skills).map(|owner| &owner["securityRequirements"]);
    let named = lists
        .filter_map(Value::as_array)
        .flatten()
        .filter_map(|requirement| requirement["schemes"].as_object())
        .flat_map(|schemes| schemes.keys());
    for name in named {
        let declared = card["securitySchemes"].get(name).is_some();
        let subject = format!("card /securitySchemes/{name}");
        claims.claim(
            CARD_SECURITY_DECLARED,
            declared,
            subject,
            "declared, as a requirement names it",
            "absent",
            exchanges,
        );
    }
}

fn is_host_and_port(address: &str) -> bool {
    address.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok())
}

fn has_two_parts(version: &str) -> bool {
    let parts: Vec<&str> = version.split('.').collect();
    parts.len() == 2 && parts.iter().all(|part| part.parse::<u32>().is_ok())
}
