//! What a check sends, what passes, what does not, and which defects prove it.

use a2a_assay_defects::Defect;
use a2a_assay_harness::check::{Check, Need, Scope};

use super::{defect_line, rule_line, section};

/// The explanation of a check.
pub(super) fn explain(check: &Check) -> String {
    let scope = match check.scope {
        Scope::Agent => "once for the agent as a whole",
        Scope::EachBinding => "over each binding",
    };
    let head = format!("{} {}  {}", check.id, check.slug, check.title);
    let mut out = format!("{head}\ngroup {}, runs {scope}\n", check.group.name());
    out += &section("rules", &check.rules.iter().map(rule_line).collect::<Vec<_>>());
    out += &section("needs", &check.needs.iter().copied().map(need).collect::<Vec<_>>());
    for (head, text) in [
        ("what is sent", check.doc.sends),
        ("what passes", check.doc.passes),
        ("what is not a failure", check.doc.tolerates),
        ("usual causes of a failure", check.doc.causes),
    ] {
        out += &section(head, &paragraph(text));
    }
    let proofs: Vec<String> = a2a_assay_defects::all()
        .filter(|defect| defect.predicted().contains(&check.id))
        .map(Defect::entry)
        .map(defect_line)
        .collect();
    let unproven = "no planted defect is predicted to turn it red: it is unproven".to_owned();
    out + &section("defects that prove it", if proofs.is_empty() { std::slice::from_ref(&unproven) } else { &proofs })
}

fn paragraph(text: &str) -> Vec<String> {
    text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

fn need(need: Need) -> String {
    match need {
        Need::Offered(capability) => format!("the card declares {}", capability.member()),
        Need::Security => "the card asks for credentials".to_owned(),
        Need::TwoInterfaces => "the card lists two interfaces that can be judged".to_owned(),
        Need::Principal(who) => format!("the principal {}: {}", who.name(), who.role()),
        Need::Stimulus(stimulus) => format!("the stimulus {}: the agent {}", stimulus.name(), stimulus.behaviour()),
        Need::Resolver => "the agent asks the judge's DNS server".to_owned(),
    }
}
