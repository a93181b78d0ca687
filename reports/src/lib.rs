//! The report as a value, and the functions that turn it into something to read.
//!
//! A leaf: it knows no check, no server and no transport. Whoever runs checks fills these values in, and every
//! view is a pure function of them.

mod account;
mod acts;
mod amounts;
mod annotations;
mod badge;
mod baseline;
mod causes;
mod check;
mod check_markdown;
mod comparison;
mod diff;
mod digest;
mod doctor;
mod elements;
mod events;
mod evidence;
mod exchange;
mod foreign;
mod form;
mod gate;
mod har;
mod html;
mod ids;
mod in_toto;
pub mod json;
mod junit;
pub mod kill_matrix;
mod lesson;
mod level;
mod markdown;
mod mutation;
mod mutation_markdown;
mod pairs;
mod plain;
mod prediction;
mod sarif;
mod schema;
mod shards;
pub mod shell;
mod sights;
mod suite;
pub mod tally;
pub mod text;
mod verdict;
mod wire;

pub use baseline::{Baseline, BaselineError, Entry, Weighed};
pub use causes::RootCause;
pub use check::{CheckReport, CheckResult, Exchange, Secret, SetInfo, Summary, TargetInfo, Violation};
pub use comparison::comparison;
pub use diff::{Change, DiffReport, DiffSummary, Turn, check_diff, mutation_diff};
pub use digest::digest;
pub use doctor::{DoctorReport, Finding, Standing};
pub use elements::elements;
pub use events::Event;
pub use evidence::{Evidence, EvidenceFile};
pub use foreign::Foreign;
pub use form::{Form, Report, Unrendered};
pub use gate::{Failing, Gate, Symptom, unforeseen};
pub use html::{check as check_html, mutation as mutation_html};
pub use lesson::{Explained, Grade, GradedServer};
pub use level::Level;
pub use mutation::{
    Agreement, CheckInfo, Control, DefectResult, Excused, Loss, MutationReport, MutationSummary, RuleInfo, Unproven,
};
pub use mutation_markdown::mutation as mutation_markdown;
pub use pairs::{Interaction, PairReport, PairResult, PairSummary, Single};
pub use plain::{brief, plain};
pub use schema::{SCHEMAS, schema};
pub use shards::{Shard, merged_mutations, merged_pairs};
pub use suite::{JudgedBy, Notice, Remark, SuiteControl, SuiteDefect, SuiteReport, SuiteScore, by_group};
pub use verdict::Verdict;
pub use wire::{Fate, WireControl, WireReport, WireResult, WireSummary};
