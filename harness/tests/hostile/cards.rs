//! What is hostile on a card. Calls get an empty object, so that nothing else is earned.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::Behaviour;
use super::script::Script;
use crate::support::impostor::{Request, card, serve_card};

/// What a card earns that is sound, if odd.
const SOUND: &[&str] = &["D1", "D2"];
/// What an unsound card earns that is served with a tag and a lifetime.
const CACHED: &[&str] = &["D2"];

#[expect(clippy::too_many_lines, reason = "it is a table")]
pub(super) fn all() -> Vec<Behaviour> {
    let served = |name, card, earns| Behaviour { name, card, answer: empty, attack: None, earns };
    vec![
        served("a card without end", |_, _| Script::json("{\"name\": \"").forever("a"), &[]),
        served("a card that comes byte by byte", |_, _| Script::json("").drip("{\"name\": \"and so on"), &[]),
        served("a card that never comes", |_, _| Script::empty().silence(), &[]),
        served("a card that breaks off", |_, own| Script::json(half(own)), &[]),
        served("a card shorter than its length", |_, own| sized(9_999, &card(own).to_string()), &[]),
        served("a card of a negative length", |_, _| headed("content-length: -1\r\n"), &[]),
        served("a card of two lengths", |_, _| headed("content-length: 2\r\ncontent-length: 900\r\n"), &[]),
        served("a card of more bytes than there are", |_, _| headed("content-length: 99999999999999999999\r\n"), &[]),
        served("a card that redirects to itself", |_, _| redirect("/.well-known/agent-card.json"), &[]),
        served("a card that redirects to a file", |_, _| redirect("file:///etc/passwd"), &[]),
        served(
            "a card in chunks of garbage",
            |_, _| {
                Script::with_headers("200 OK", "application/json", "transfer-encoding: chunked\r\n")
                    .once("zz\r\n{}\r\n0\r\n\r\n")
            },
            &[],
        ),
        served(
            "a card that says it is a bomb of gzip",
            |_, _| {
                Script::with_headers("200 OK", "application/json", "content-encoding: gzip\r\n")
                    .times(100_000, "\u{1f}\u{8b}\u{8}\0")
            },
            &[],
        ),
        served(
            "a card nested a hundred thousand deep",
            |_, _| Script::json("{\"name\": ").times(100_000, "[").times(100_000, "]").once("}"),
            &[],
        ),
        served("a card nested in objects and never closed", |_, _| Script::json("").times(200_000, "{\"a\":"), &[]),
        served(
            "a card that explodes when it is parsed",
            |_, own| {
                let sound = card(own).to_string();
                Script::json(&sound[..sound.len() - 1]).once(",\"more\":[0").times(400_000, ",{\"\":0}").once("]}")
            },
            &[],
        ),
        served("a card of NUL bytes", |_, _| Script::json("").times(100_000, "\0"), &[]),
        served("a card that is no UTF-8", |_, _| Script::json(b"{\"name\": \"\xff\xfe\xc3\x28\"}".to_vec()), &[]),
        served("a card behind a byte order mark", |_, own| Script::json(format!("\u{feff}{}", card(own))), &[]),
        served(
            "a card that says everything twice",
            |_, own| {
                let (sound, wrong) = (card(own).to_string(), "{\"name\": 7, \"supportedInterfaces\": [], ");
                Script::json(sound.replacen('{', wrong, 1))
            },
            &["D1"],
        ),
        served("a card that is a number too large to hold", |_, _| Script::json("1e999999"), &[]),
        served(
            "a card with a name of a megabyte",
            |request, own| cached(request, own, |card| card["name"] = "n".repeat(900_000).into()),
            SOUND,
        ),
        served(
            "a card with a version of a megabyte",
            |request, own| cached(request, own, |card| card["version"] = "9".repeat(900_000).into()),
            SOUND,
        ),
        served(
            "a card with ten thousand interfaces",
            |request, own| {
                cached(request, own, |card| {
                    let listed = (0..10_000).map(|n| json!({ "url": format!("{own}/rpc/{n}"), "protocolBinding": "JSONRPC", "protocolVersion": "1.0" }));
                    card["supportedInterfaces"] = listed.collect();
                })
            },
            SOUND,
        ),
        served(
            "a card with as many interfaces as are read",
            |request, own| {
                cached(request, own, |card| {
                    let listed = (0..1_600).map(|n| json!({ "url": format!("{own}/rpc/{n}"), "protocolBinding": "JSONRPC", "protocolVersion": "1.0" }));
                    card["supportedInterfaces"] = listed.collect();
                })
            },
            SOUND,
        ),
        served(
            "a card with ten thousand skills",
            |request, own| {
                cached(request, own, |card| {
                    let listed = (0..10_000)
                        .map(|n| json!({ "id": n.to_string(), "name": "n", "description": "d", "tags": ["t"] }));
                    card["skills"] = listed.collect();
                })
            },
            SOUND,
        ),
        served(
            "a card whose interfaces are files",
            |request, own| elsewhere(request, own, "file:///etc/passwd"),
            SOUND,
        ),
        served(
            "a card whose interfaces are on FTP",
            |request, own| elsewhere(request, own, "ftp://127.0.0.1/rpc"),
            SOUND,
        ),
        served(
            "a card whose interfaces run scripts",
            |request, own| elsewhere(request, own, "javascript:alert(1)"),
            SOUND,
        ),
        served(
            "a card whose interfaces are on a closed port",
            |request, own| elsewhere(request, own, "http://127.0.0.1:1/rpc"),
            SOUND,
        ),
        served(
            "a card whose interfaces are nowhere",
            |request, own| elsewhere(request, own, "http://nowhere.invalid/rpc"),
            CACHED,
        ),
        served(
            "a card whose interfaces name a user",
            |request, own| elsewhere(request, own, &own.replace("http://", "http://root:toor@")),
            SOUND,
        ),
        served(
            "a card whose interfaces have control characters",
            |request, own| elsewhere(request, own, &format!("{own}/\u{1b}[31mrpc\r\nx-injected: yes\u{7}")),
            SOUND,
        ),
        served(
            "a card whose interfaces have addresses of a megabyte",
            |request, own| elsewhere(request, own, &format!("{own}/{}", "r".repeat(400_000))),
            SOUND,
        ),
        served(
            "a card whose interfaces ask for a query without end",
            |request, own| elsewhere(request, own, &format!("{own}/?{}", "a&".repeat(40_000))),
            SOUND,
        ),
        served(
            "a card with versions that inject headers",
            |request, own| interfaces(request, own, |entry| entry["protocolVersion"] = "1.0\r\nx-injected: yes".into()),
            CACHED,
        ),
        served(
            "a card with versions of a megabyte",
            |request, own| {
                interfaces(request, own, |entry| entry["protocolVersion"] = format!("1.{}", "9".repeat(400_000)).into())
            },
            CACHED,
        ),
        served(
            "a card with tenants that climb the path",
            |request, own| interfaces(request, own, |entry| entry["tenant"] = "../../../etc\0\r\n\u{202e}".into()),
            SOUND,
        ),
        served(
            "a card that writes on the terminal",
            |request, own| {
                cached(request, own, |card| {
                    let acting = "\u{1b}[2J\u{1b}]0;pwned\u{7}\u{9b}31m\u{202e}ssap\u{2066}\u{200f}\r\n\u{8}<script>alert(1)</script>";
                    card["name"] = acting.into();
                    card["version"] = acting.into();
                    card["description"] = acting.into();
                    card[acting] = acting.into();
                    card["skills"][0]["tags"] = json!([acting, 7]);
                })
            },
            CACHED,
        ),
        served(
            "a card whose faults all have a name of half a megabyte",
            |request, own| {
                cached(request, own, |card| {
                    let faults = (0..4_000).map(|n| (n.to_string(), json!(n)));
                    card["securitySchemes"]["n".repeat(400_000)] = Value::Object(faults.collect());
                })
            },
            CACHED,
        ),
        served(
            "a card signed by a thousand",
            |request, own| signed(request, own, 1_000, &format!("{own}/keys")),
            SOUND,
        ),
        served("a card whose keys are a file", |request, own| signed(request, own, 1, "file:///etc/passwd"), SOUND),
        served(
            "a card whose keys are where only the judge gets",
            |request, own| signed(request, own, 1, "http://169.254.169.254/latest/meta-data"),
            SOUND,
        ),
        served(
            "a card whose signatures are of every type",
            |request, own| {
                cached(request, own, |card| card["signatures"] = json!([7, null, "", {}, [[]], { "protected": [] }]))
            },
            CACHED,
        ),
        served("a card of numbers where texts are due", |request, own| retyped(request, own, &json!(7)), CACHED),
        served("a card of lists where anything is due", |request, own| retyped(request, own, &json!([[]])), CACHED),
        served("a card of nulls where anything is due", |request, own| retyped(request, own, &Value::Null), CACHED),
        served(
            "a card with a tag of its own for every request",
            |_, own| {
                let body = card(own).to_string();
                let tag = format!("etag: \"{}\"\r\ncache-control: max-age=\u{1b}[31m\r\n", "t".repeat(60_000));
                Script::with_headers("200 OK", "application/json", &tag).once(body)
            },
            &["D1"],
        ),
        served(
            "a card that changes with every request",
            |_, own| {
                let mut card = card(own);
                card["supportedInterfaces"][0]["url"] = super::lifelike::fresh(own).into();
                Script::json(card.to_string())
            },
            &["D1"],
        ),
    ]
}

fn empty(_: &Request, _: &str) -> Script {
    Script::json("{}")
}

fn half(own: &str) -> String {
    let whole = card(own).to_string();
    whole[..whole.len() / 2].to_owned()
}

fn sized(length: usize, body: &str) -> Script {
    headed(&format!("content-length: {length}\r\n")).once(body)
}

fn headed(headers: &str) -> Script {
    Script::with_headers("200 OK", "application/json", headers)
}

fn redirect(to: &str) -> Script {
    Script::with_headers("302 Found", "text/plain", &format!("location: {to}\r\n"))
}

/// A sound card but for one change, served with a tag and a lifetime.
fn cached(request: &Request, own: &str, change: impl FnOnce(&mut Value)) -> Script {
    let mut card = card(own);
    change(&mut card);
    Script::raw(serve_card(&request.head, &card.to_string()))
}

fn interfaces(request: &Request, own: &str, change: impl Fn(&mut Value)) -> Script {
    cached(request, own, |card| card["supportedInterfaces"].as_array_mut().into_iter().flatten().for_each(change))
}

fn elsewhere(request: &Request, own: &str, url: &str) -> Script {
    interfaces(request, own, |entry| entry["url"] = url.into())
}

/// A sound card, signed so many times with keys that are said to be there.
fn signed(request: &Request, own: &str, times: usize, keys: &str) -> Script {
    let header = json!({ "alg": "ES256", "typ": "JOSE", "kid": "\u{1b}[31m", "jku": keys });
    let header = BASE64_URL_SAFE_NO_PAD.encode(header.to_string());
    let signature = json!({ "protected": header, "signature": BASE64_URL_SAFE_NO_PAD.encode([0; 64]) });
    cached(request, own, |card| card["signatures"] = vec![signature; times].into())
}

/// A card every member of which is of another type, but for where it is.
fn retyped(request: &Request, own: &str, value: &Value) -> Script {
    cached(request, own, |card| {
        for (name, member) in card.as_object_mut().into_iter().flatten() {
            if name != "supportedInterfaces" {
                *member = value.clone();
            }
        }
    })
}
