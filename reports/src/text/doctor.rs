//! What was found before judging, as text.

use super::paint::{paint, standing};
use crate::amounts::seconds;
use crate::plain::plain;
use crate::{DoctorReport, Finding, Standing};

/// Every finding, and what they come to.
pub fn doctor(report: &DoctorReport, exit: u8) -> String {
    let mut out: String = report.findings.iter().map(line).collect();
    let count = |wanted| report.findings.iter().filter(|finding| finding.standing == wanted).count();
    let (bad, lacking) = (count(Standing::Bad), count(Standing::Lacking));
    let words = match (bad, lacking) {
        (0, 0) => "everything is ready to be judged".to_owned(),
        (0, lacking) => format!("ready to be judged; {lacking} more could be prepared"),
        (bad, _) => format!("{bad} to mend first"),
    };
    out += &format!("{words}   {}   exit {exit}\n", seconds(report.duration_ms));
    out
}

/// What a reader has to know before the verdicts.
pub(super) fn remarks(findings: &[Finding]) -> String {
    findings.iter().filter(|finding| finding.is_remark()).map(line).collect()
}

fn line(finding: &Finding) -> String {
    let word = format!("{:7}", finding.standing.word());
    let mut out = format!(
        " {}  {:11}  {}\n",
        paint(standing(finding.standing), &word),
        plain(&finding.topic),
        plain(&finding.found)
    );
    if let Some(fix) = &finding.fix {
        out += &format!("          {:11}  {}\n", "", plain(&format!("-> {fix}")));
    }
    out
}
