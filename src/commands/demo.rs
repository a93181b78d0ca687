//! `a2a-assay demo`: a pass and a failure in a few seconds, with nothing prepared and no network beyond loopback.

use a2a_assay_defects::{Defect, Planted};
use a2a_assay_harness::run::{Event, Plan, run as judge};
use a2a_assay_mutation::embedded::{Stage, stage};
use a2a_assay_reports::{CheckReport, tally::Conclusion};

use super::check::told;
use crate::cli::Volume;
use crate::ending::{Ending, Failure};
use crate::progress::Progress;
use crate::{shell, streams};

/// The defect that is shown: easy to make, dangerous, and seen by nobody who only asks what should be answered.
const DEFECT: Defect = Defect::AUDIENCE_UNCHECKED;

/// Judges a sound agent and a defective one, and says what to do next.
pub(crate) async fn run(volume: Volume) -> Result<Ending, Failure> {
    say("First a sound agent: the reference agent, in this process, on a free port.\n\n")?;
    let sound = judged(Planted::none(), volume).await?;
    say(&told(&sound, volume))?;

    say(&format!("\nNow the same agent with one planted defect, `{}`. {}\n\n", DEFECT.name(), DEFECT.entry().story))?;
    let defective = judged([DEFECT].into_iter().collect(), volume).await?;
    say(&told(&defective, volume))?;

    let as_meant = [&sound, &defective].map(Conclusion::of) == [Conclusion::Conformant, Conclusion::NotConformant];
    if !as_meant {
        return Err(Failure::new(
            Ending::OurFault,
            "the two agents were not judged as they should be; please report it",
        ));
    }
    say(&next())?;
    Ok(Ending::Satisfied)
}

async fn judged(planted: Planted, volume: Volume) -> Result<CheckReport, Failure> {
    let Stage { server: _running, target, receivers } = stage(planted)
        .await
        .map_err(|why| Failure::caused(Ending::OurFault, "the reference agent can't be started", &why))?;
    let plan = Plan::core();
    let progress = Progress::new(plan.checks.len(), "looking at the agent", volume);
    let watch = Box::new(move |event: Event<'_>| match event {
        Event::Began(check) => progress.began(check.id),
        Event::Ended(check) => progress.ended(&check.id, &format!("{} {}", check.id, check.verdict.word())),
    });
    let mut report = judge(target, receivers, &Plan { watch, ..plan })
        .await
        .map_err(|why| Failure::caused(Ending::OurFault, "the reference agent can't be judged", &why))?;
    report.again = shell::command(&["a2a-assay", "check", &report.target.url].map(str::to_owned));
    report.gate.exit =
        if Conclusion::of(&report) == Conclusion::Conformant { Ending::Satisfied } else { Ending::Unsatisfied }.code();
    Ok(report)
}

fn next() -> String {
    let defect = DEFECT.name();
    format!(
        "
A root cause tells the rule and its section, what was expected and observed, and the conversation that shows it. Both
agents are gone by now, so `try` and `again` reach nobody; keep one, and run what this prints in another terminal:

  a2a-assay serve --defect {defect}

What comes next:

  a2a-assay init https://agent.example.com     write down what there is to know of your agent
  a2a-assay check https://agent.example.com    judge it
  a2a-assay explain {defect}         what the defect breaks, and which checks see it
  a2a-assay mutate                             plant every defect, and see which checks notice
"
    )
}

fn say(words: &str) -> Result<(), Failure> {
    streams::print(words)
}
