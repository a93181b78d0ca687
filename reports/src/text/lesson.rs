//! How a learner did, server by server, with what was missed explained.

use super::paint::{STRONG, news, paint};
use crate::amounts::counted;
use crate::plain::plain;
use crate::{Explained, Grade, GradedServer};

/// The grade, with the exit code.
pub fn grade(grade: &Grade, exit: u8) -> String {
    let mut out = String::new();
    for server in &grade.servers {
        out += &graded(server);
    }
    let all = grade.found + grade.missed;
    let servers = counted(grade.servers.len(), "server", "servers");
    out + &format!(
        "{} · missed {} · false alarms {} · predictions exact {} of {servers}      exit {exit}\nanswers committed to   {}\n",
        news(grade.is_perfect(), &format!("found {} of {all}", grade.found)),
        grade.missed,
        grade.false_alarms,
        grade.predictions_exact,
        plain(&grade.commitment)
    )
}

fn graded(server: &GradedServer) -> String {
    let mut out = paint(STRONG, &plain(&server.name)) + "\n";
    let mut line = |word: &str, names: &[String]| {
        if !names.is_empty() {
            out += &format!("  {word:16} {}\n", plain(&names.join(" ")));
        }
    };
    line("found", &server.found);
    line("false alarm", &server.false_alarms);
    line("foreseen", &server.predicted_rightly);
    line("did not notice", &server.predicted_wrongly);
    line("noticed as well", &server.not_predicted);
    if server.sound {
        out += &format!("  {:16} it carries no defect\n", "sound");
    }
    server.missed.iter().for_each(|missed| out += &explained(missed));
    out
}

fn explained(missed: &Explained) -> String {
    let name = plain(&missed.defect);
    let mut out = format!("  {:16} {name}: {}\n", "missed", plain(&missed.story));
    for rule in &missed.rules {
        out += &format!("  {:16} {}\n", "  it breaks", plain(rule));
    }
    out += &format!("  {:16} {}\n", "  noticed by", missed.noticed_by.join(" "));
    out + &format!("  {:16} a2a-assay serve --defect {name}, and judge what it serves\n", "  see it")
}
