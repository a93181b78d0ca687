//! The command that runs a suite, and what is filled into it.

use std::path::{Path, PathBuf};

use a2a_assay_reference_server::{Principal, Running};

use super::SuiteError;

/// A command, split into words as a shell does it, without a shell.
#[derive(Clone, Debug)]
pub struct CommandLine {
    text: String,
    words: Vec<String>,
}

/// The word that stands for the file of the JUnit report.
const JUNIT: &str = "{junit}";

impl CommandLine {
    /// Splits a command.
    pub fn parse(text: &str) -> Result<Self, SuiteError> {
        let words = shlex::split(text).ok_or_else(|| SuiteError::Unbalanced(text.to_owned()))?;
        if words.is_empty() {
            return Err(SuiteError::Empty);
        }
        Ok(Self { text: text.to_owned(), words })
    }

    /// The command as it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the suite is told where to write its JUnit report.
    pub fn names_junit(&self) -> bool {
        self.words.iter().any(|word| word.contains(JUNIT))
    }

    /// The words for one server.
    pub(super) fn filled(&self, place: &Place) -> Vec<String> {
        self.words.iter().map(|word| place.fill(word)).collect()
    }
}

/// What a suite is told of the server that it judges; not which defect it has.
pub(super) struct Place {
    url: String,
    minimal: String,
    webhook: String,
    tokens: Vec<(Principal, String)>,
    junit: Option<PathBuf>,
}

impl Place {
    /// A running server that calls back to `webhook`, and where the suite reports.
    pub(super) fn of(server: &Running, webhook: &str, junit: Option<&Path>) -> Self {
        Self {
            url: server.url().to_owned(),
            minimal: server.minimal_url().to_owned(),
            webhook: webhook.to_owned(),
            tokens: Principal::ALL.into_iter().map(|who| (who, server.token(who))).collect(),
            junit: junit.map(Path::to_owned),
        }
    }

    fn fill(&self, word: &str) -> String {
        let mut filled =
            word.replace("{url}", &self.url).replace("{minimal}", &self.minimal).replace("{webhook}", &self.webhook);
        for (who, token) in &self.tokens {
            filled = filled.replace(&format!("{{token:{}}}", who.name()), token);
        }
        match &self.junit {
            Some(path) => filled.replace(JUNIT, &path.display().to_string()),
            None => filled,
        }
    }

    /// The same as variables of the environment.
    pub(super) fn environment(&self) -> Vec<(String, String)> {
        let variable = |name: &str, value: &str| (format!("A2A_{name}"), value.to_owned());
        let mut all = vec![
            variable("AGENT_URL", &self.url),
            variable("MINIMAL_URL", &self.minimal),
            variable("WEBHOOK", &self.webhook),
        ];
        let token =
            |(who, token): &(Principal, String)| variable(&format!("TOKEN_{}", who.name().to_uppercase()), token);
        all.extend(self.tokens.iter().map(token));
        all.extend(self.junit.as_ref().map(|path| variable("JUNIT", &path.display().to_string())));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place() -> Place {
        Place {
            url: "http://127.0.0.1:1".to_owned(),
            minimal: "http://127.0.0.1:2".to_owned(),
            webhook: "127.0.0.1:3".to_owned(),
            tokens: vec![(Principal::Alice, "a11ce".to_owned()), (Principal::Bob, "b0b".to_owned())],
            junit: Some("/tmp/j.xml".into()),
        }
    }

    #[test]
    fn words_are_split_like_a_shell_does_and_filled_after_that() {
        let table: &[(&str, &[&str])] = &[
            ("suite {url}", &["suite", "http://127.0.0.1:1"]),
            ("suite --url={url}/x '{minimal} y'", &["suite", "--url=http://127.0.0.1:1/x", "http://127.0.0.1:2 y"]),
            ("suite {token:alice} {token:bob}", &["suite", "a11ce", "b0b"]),
            ("suite --hook {webhook} -o{junit}", &["suite", "--hook", "127.0.0.1:3", "-o/tmp/j.xml"]),
            ("suite $HOME {other} | tee", &["suite", "$HOME", "{other}", "|", "tee"]),
        ];
        for (text, words) in table {
            assert_eq!(CommandLine::parse(text).expect("a command").filled(&place()), *words, "{text}");
        }
    }

    #[test]
    fn what_is_no_command_is_said_to_be_none() {
        assert!(matches!(CommandLine::parse("suite 'x"), Err(SuiteError::Unbalanced(_))));
        assert!(matches!(CommandLine::parse("  "), Err(SuiteError::Empty)));
    }

    #[test]
    fn every_principal_has_a_variable() {
        let names: Vec<String> = place().environment().into_iter().map(|(name, _)| name).collect();

        let expected =
            ["A2A_AGENT_URL", "A2A_MINIMAL_URL", "A2A_WEBHOOK", "A2A_TOKEN_ALICE", "A2A_TOKEN_BOB", "A2A_JUNIT"];
        assert_eq!(names, expected);
    }
}
