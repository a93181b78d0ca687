//! The card: where it is, what it lists, and whether credentials may go where it points.

use std::sync::Arc;

use a2a_assay_reports::Finding;

use crate::probe::Setting;
use crate::target::origin;

pub(super) fn look(setting: &Arc<Setting>) -> Vec<Finding> {
    let agent = &setting.agent;
    let name = match (agent.card.name(), agent.card.version()) {
        ("", _) => "an agent without a name".to_owned(),
        (name, version) => format!("{name} {version}"),
    };
    let mut findings = vec![Finding::good("card", format!("{name} at {}", agent.card_url))];
    let passed_over = agent.card.passed_over();
    if !passed_over.is_empty() {
        findings.push(Finding::good("card", format!("not judged: {}", passed_over.join("; "))));
    }
    let shows_something = !setting.target.principals.is_empty();
    for interface in agent.interfaces.iter().filter(|_| shows_something) {
        let Some(origin) = origin(interface.url.as_str()).filter(|origin| !setting.http.trusts(origin)) else {
            continue;
        };
        let found =
            format!("the card lists {}, another origin than was given: no credential goes there", interface.url);
        let fix = format!("allow it with --allow-origin {origin} if it is yours");
        findings.push(Finding::bad(interface.binding.name(), found, fix));
    }
    for (url, why) in &setting.lost {
        let (topic, fix) = if setting.target.instances.contains(url) {
            ("instances", "start it, or correct `instances`")
        } else {
            ("minimal", "start it, or correct `minimal`")
        };
        findings.push(Finding::lacking(topic, format!("the agent at {url} is not there: {why}"), fix));
    }
    findings
}
