//! How a learner did in a lesson.

use serde::{Deserialize, Serialize};

/// The grade of one answer sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grade {
    /// Always `a2a-assay/grade`.
    pub format: String,
    /// The version of this format.
    pub version: u32,
    /// How hard the lesson was.
    pub level: String,
    /// What the lesson committed to.
    pub commitment: String,
    /// Defects that were named.
    pub found: usize,
    /// Defects that were not.
    pub missed: usize,
    /// Defects that were named and are not there.
    pub false_alarms: usize,
    /// Servers of which exactly the right checks were predicted.
    pub predictions_exact: usize,
    /// One entry a server.
    pub servers: Vec<GradedServer>,
}

/// What was said of one server, held against what it carries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GradedServer {
    /// Its name.
    pub name: String,
    /// Whether it carries nothing.
    pub sound: bool,
    /// The defects that were named.
    pub found: Vec<String>,
    /// Those that were not, explained.
    pub missed: Vec<Explained>,
    /// Those that were named and are not there.
    pub false_alarms: Vec<String>,
    /// Checks that notice and were predicted to.
    pub predicted_rightly: Vec<String>,
    /// Checks that were predicted to notice and do not.
    pub predicted_wrongly: Vec<String>,
    /// Checks that notice and were not predicted to.
    pub not_predicted: Vec<String>,
}

/// A missed defect.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explained {
    /// Its name.
    pub defect: String,
    /// What the server does wrong.
    pub story: String,
    /// The rules that it breaks, with level and section.
    pub rules: Vec<String>,
    /// The checks that notice it.
    pub noticed_by: Vec<String>,
}

impl Grade {
    /// Counts what was graded: the one place where it is done.
    pub fn of(level: &str, commitment: &str, servers: Vec<GradedServer>) -> Self {
        let sum = |of: &dyn Fn(&GradedServer) -> usize| servers.iter().map(of).sum();
        let exact = |server: &&GradedServer| server.predicted_wrongly.is_empty() && server.not_predicted.is_empty();
        Self {
            format: "a2a-assay/grade".to_owned(),
            version: 1,
            level: level.to_owned(),
            commitment: commitment.to_owned(),
            found: sum(&|server| server.found.len()),
            missed: sum(&|server| server.missed.len()),
            false_alarms: sum(&|server| server.false_alarms.len()),
            predictions_exact: servers.iter().filter(exact).count(),
            servers,
        }
    }

    /// Whether nothing was missed and nothing invented.
    pub fn is_perfect(&self) -> bool {
        self.missed == 0 && self.false_alarms == 0
    }
}
