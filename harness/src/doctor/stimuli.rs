//! Which behaviours the agent has, and what makes it show them.

mod trial;

use std::collections::BTreeMap;
use std::sync::Arc;

use a2a_assay_reports::Finding;
use futures::StreamExt;

use self::trial::{Instead, Shown, Trial};
use super::probe;
use crate::agent::Interface;
use crate::probe::Setting;
use crate::target::{Convention, Prompt, Stimulus, prefixes};

/// Behaviours that no agent shows by chance: two of them, and it understands what it was told.
const TELLTALE: [Stimulus; 4] = [Stimulus::Ask, Stimulus::Reject, Stimulus::Fail, Stimulus::Reply];

/// The findings, what to say from now on, and the convention that the agent understands.
pub(super) async fn look(
    setting: &Arc<Setting>,
    interface: &Interface,
) -> (Vec<Finding>, BTreeMap<Stimulus, Prompt>, Convention) {
    let probe = probe(setting, interface);
    let explorer = Explorer { trial: Trial::new(&probe), jobs: setting.target.conversations(Stimulus::ALL.len()) };
    let target = &setting.target;
    let (vouched, open): (Vec<_>, Vec<_>) = Stimulus::ALL.into_iter().partition(|one| target.prompts.contains_key(one));
    let vouched = vouched.into_iter().map(|stimulus| (stimulus, target.prompt(stimulus))).collect();
    let mut results = explorer.all(vouched).await;
    let convention = match target.convention {
        Convention::Auto => explorer.convention(&open).await,
        given => given,
    };
    let mut prompts = BTreeMap::new();
    let found = match convention {
        Convention::Plain => explorer.plain(&target.plain).await,
        Convention::Tck => explorer.tck(&open).await,
        Convention::Prompts => Vec::new(),
        Convention::Auto | Convention::Words => explorer.all(open.iter().copied().map(worded).collect()).await,
    };
    // Whoever understands the words, and shows what it would not show for any, shows what it makes of them.
    let words = convention == Convention::Words;
    let unheard_of = if words { Some(explorer.trial.of(Stimulus::Complete, &unheard_of()).await) } else { None };
    for (stimulus, prompt, shown) in found.into_iter().filter(|(stimulus, ..)| open.contains(stimulus)) {
        let learned = match &shown {
            // What is broken is for the checks to say.
            Shown::AsDue | Shown::Broken(_) => prompt.clone(),
            Shown::Otherwise(instead) if unheard_of.as_ref().is_some_and(|shown| !instead.is_like(shown)) => {
                prompt.clone()
            }
            Shown::Otherwise(instead) => Prompt::Impossible(lack(stimulus, instead)),
        };
        prompts.insert(stimulus, learned);
        results.push((stimulus, prompt, shown));
    }
    for stimulus in open {
        prompts.entry(stimulus).or_insert_with(|| {
            let reason = format!("nothing that was said made the agent `{0}`; give stimuli.{0}", stimulus.name());
            Prompt::Impossible(reason)
        });
    }
    let findings = findings(convention, &results, &prompts);
    probe.clean_up().await;
    (findings, prompts, convention)
}

type Tried = (Stimulus, Prompt, Shown);

struct Explorer<'p> {
    trial: Trial<'p>,
    jobs: usize,
}

impl Explorer<'_> {
    /// Tries these prompts, several at once. One that should hold is begun first and looked at last.
    async fn all(&self, prompts: Vec<(Stimulus, Prompt)>) -> Vec<Tried> {
        let (holds, others): (Vec<_>, Vec<_>) =
            prompts.into_iter().partition(|(stimulus, _)| *stimulus == Stimulus::Hold);
        let mut begun = Vec::new();
        for (stimulus, prompt) in holds {
            begun.push((stimulus, self.trial.begin(&prompt).await, prompt));
        }
        let all = others.into_iter().map(|(stimulus, prompt)| async move {
            let shown = self.trial.of(stimulus, &prompt).await;
            (stimulus, prompt, shown)
        });
        let mut tried: Vec<Tried> = futures::stream::iter(all).buffer_unordered(self.jobs.max(1)).collect().await;
        for (stimulus, begun, prompt) in begun {
            tried.push((stimulus, prompt, self.trial.held(begun).await));
        }
        tried
    }

    /// The convention that the agent understands.
    async fn convention(&self, open: &[Stimulus]) -> Convention {
        let telltale: Vec<Stimulus> = TELLTALE.into_iter().filter(|stimulus| open.contains(stimulus)).collect();
        let enough = |tried: &[Tried]| {
            let understood = tried.iter().filter(|(.., shown)| !matches!(shown, Shown::Otherwise(_))).count();
            understood >= 2.min(telltale.len())
        };
        if enough(&self.all(telltale.iter().copied().map(worded).collect()).await) {
            return Convention::Words;
        }
        if enough(&self.tck(&telltale).await) { Convention::Tck } else { Convention::Plain }
    }

    /// Tries the prefixes of the test kits, and keeps for each stimulus the first that works.
    async fn tck(&self, stimuli: &[Stimulus]) -> Vec<Tried> {
        let mut tried: Vec<Tried> = Vec::new();
        for round in 0.. {
            let works = |stimulus: Stimulus| {
                tried.iter().any(|(known, _, shown)| *known == stimulus && !matches!(shown, Shown::Otherwise(_)))
            };
            let left = stimuli.iter().copied().filter(|stimulus| !works(*stimulus));
            let next: Vec<(Stimulus, Prompt)> =
                left.filter_map(|stimulus| Some((stimulus, Prompt::Prefix(prefixes(stimulus).get(round)?)))).collect();
            if next.is_empty() {
                break;
            }
            for one in self.all(next).await {
                tried.retain(|(known, ..)| *known != one.0);
                tried.push(one);
            }
        }
        tried
    }

    /// Says one plain sentence, and takes what comes for what it is.
    async fn plain(&self, words: &str) -> Vec<Tried> {
        let prompt = Prompt::Words(words.to_owned());
        let shown = self.trial.whatever(&prompt).await;
        shown.into_iter().map(|stimulus| (stimulus, prompt.clone(), Shown::AsDue)).collect()
    }
}

fn worded(stimulus: Stimulus) -> (Stimulus, Prompt) {
    (stimulus, Prompt::Words(stimulus.name().to_owned()))
}

/// Words that no agent knows.
fn unheard_of() -> Prompt {
    Prompt::Words(crate::agent::fresh("unheard-of"))
}

/// Why a behaviour is taken to be missing, with the way out.
fn lack(stimulus: Stimulus, instead: &Instead) -> String {
    let name = stimulus.name();
    format!("`{name}` {instead}; say in stimuli.{name} what makes the agent do it")
}

fn findings(convention: Convention, tried: &[Tried], prompts: &BTreeMap<Stimulus, Prompt>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut works: Vec<Stimulus> =
        tried.iter().filter(|(.., shown)| *shown == Shown::AsDue).map(|(stimulus, ..)| *stimulus).collect();
    works.sort_unstable();
    let works: Vec<&str> = works.into_iter().map(Stimulus::name).collect();
    let how = match convention {
        Convention::Plain => "a plain sentence makes the agent",
        Convention::Tck => "the agent understands the test kits' prefixes:",
        Convention::Prompts => "what the target file says makes the agent",
        Convention::Auto | Convention::Words => "the agent understands",
    };
    let list = if works.is_empty() { "nothing".to_owned() } else { works.join(", ") };
    findings.push(Finding::good("stimuli", format!("{how} {list}")));
    let broken: Vec<(&str, &str)> = tried
        .iter()
        .filter_map(|(stimulus, _, shown)| match shown {
            Shown::Broken(why) => Some((stimulus.name(), why.as_str())),
            _ => None,
        })
        .collect();
    if let Some((_, why)) = broken.first() {
        let names: Vec<&str> = broken.iter().map(|(name, _)| *name).collect();
        let found = format!("{} can't be seen: {why}", names.join(", "));
        findings.push(Finding::bad("stimuli", found, "the checks will say more; see also the agent's log"));
    }
    let misses = tried.iter().filter_map(|(stimulus, _, shown)| match shown {
        Shown::Otherwise(instead) => Some((*stimulus, format!("`{}` {instead}", stimulus.name()))),
        _ => None,
    });
    let unsaid = prompts.iter().filter(|(stimulus, prompt)| {
        matches!(prompt, Prompt::Impossible(_)) && !tried.iter().any(|(known, ..)| known == *stimulus)
    });
    let unsaid = unsaid.map(|(stimulus, _)| (*stimulus, format!("`{}` was not seen", stimulus.name())));
    let mut lacking: Vec<(Stimulus, String)> = misses.chain(unsaid).collect();
    lacking.sort();
    if !lacking.is_empty() {
        let lines: Vec<String> = lacking.iter().map(|(stimulus, _)| format!("{} = \"…\"", stimulus.name())).collect();
        let fix = format!("say below [stimuli] what makes the agent do it: {}", lines.join("  "));
        let found: Vec<String> = lacking.into_iter().map(|(_, found)| found).collect();
        findings.push(Finding::lacking("stimuli", found.join("; "), fix));
    }
    findings
}
