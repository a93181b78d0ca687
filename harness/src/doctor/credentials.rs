//! Who is let in, and who is missing.

use std::sync::Arc;

use a2a_assay_reports::Finding;

use super::probe;
use crate::agent::Interface;
use crate::probe::Setting;
use crate::target::Who;

pub(super) async fn look(setting: &Arc<Setting>, interface: &Interface) -> Vec<Finding> {
    let asks = setting.agent.card.asks_for_credentials();
    let given: Vec<Who> = setting.target.principals.keys().copied().filter(|who| who.is_welcome()).collect();
    let looks = given.into_iter().map(|who| let_in(setting, interface, who));
    let mut findings: Vec<Finding> = futures::future::join_all(looks).await;
    if !asks {
        let found = "the card asks for no credentials; what belongs to whom is not judged";
        findings.push(Finding::good("credentials", found));
    }
    findings
}

async fn let_in(setting: &Arc<Setting>, interface: &Interface, who: Who) -> Finding {
    let probe = probe(setting, interface);
    let Ok(caller) = probe.principal(who) else {
        return Finding::lacking(who.name(), "shows nothing", format!("give principals.{}", who.name()));
    };
    let reply = caller.get(&probe.unknown_id()).await;
    let mut finding = match reply.http {
        Some(401) => Finding::bad(who.name(), format!("is refused: {reply}"), "give a credential that the agent takes"),
        _ => Finding::good(who.name(), "is let in"),
    };
    let alice = setting.target.principals.get(&Who::Alice).map(crate::target::Credential::secrets);
    let same = |secrets: &Vec<(String, String)>| {
        let theirs = caller.credential().secrets();
        !secrets.is_empty() && secrets.iter().map(|(_, secret)| secret).eq(theirs.iter().map(|(_, secret)| secret))
    };
    if who == Who::Bob && alice.as_ref().is_some_and(same) {
        finding = Finding::bad("bob", "shows what alice shows", "give bob a credential of his own");
    }
    finding
}
