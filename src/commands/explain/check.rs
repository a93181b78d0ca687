//! What a check sends, what passes, what does not, and which defects prove it.

use a2a_assay_defects::Defect;
use a2a_assay_harness::check::{Check, Need, Scope};
use a2a_assay_harness::checks;

use super::{defect_line, rule_line, section};

/// How many relatives are named.
const RELATIVES: usize = 5;

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
    out += &section("defects that only it notices", &killed(check, |killers| killers.len() == 1));
    out += &section("defects that others notice as well", &killed(check, |killers| killers.len() > 1));
    if !a2a_assay_defects::all().any(|defect| defect.predicted().contains(&check.id)) {
        out += &section("unproven", &["no planted defect is predicted to turn it red".to_owned()]);
    }
    out + &section("relatives", &relatives(check))
}

/// The defects that it is predicted to notice, of those that this many notice.
fn killed(check: &Check, among: impl Fn(&[&str]) -> bool) -> Vec<String> {
    let noticed = |defect: &Defect| {
        let killers = defect.predicted();
        killers.contains(&check.id) && among(&killers)
    };
    a2a_assay_defects::all().filter(noticed).map(Defect::entry).map(defect_line).collect()
}

/// The checks that notice the same defects, most alike first.
fn relatives(check: &Check) -> Vec<String> {
    let shared = |other: &Check| {
        let both = |defect: &Defect| [check.id, other.id].iter().all(|id| defect.predicted().contains(id));
        a2a_assay_defects::all().filter(both).count()
    };
    let others = checks::all().into_iter().filter(|other| other.id != check.id);
    let mut alike: Vec<(usize, &Check)> =
        others.map(|other| (shared(other), other)).filter(|(count, _)| *count > 0).collect();
    alike.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let line = |(count, other): &(usize, &Check)| format!("{} {}  shares {count}", other.id, other.slug);
    alike.iter().take(RELATIVES).map(line).collect()
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
