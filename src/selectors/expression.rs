//! Selectors joined by `not`, `and` and `or`, which bind in this order.

use a2a_assay_harness::check::Check;

use super::atom;

/// What a selector says.
pub(super) enum Expression {
    Atom(String),
    Not(Box<Self>),
    And(Box<Self>, Box<Self>),
    Or(Box<Self>, Box<Self>),
}

impl Expression {
    /// Reads a selector.
    pub(super) fn parsed(text: &str) -> Result<Self, String> {
        let mut words = Words(words(text).into_iter().rev().collect());
        let expression = words.any()?;
        match words.0.pop() {
            None => Ok(expression),
            Some(word) => Err(format!("`{word}` stands where `and` or `or` is due")),
        }
    }

    /// The checks of a set that it means.
    pub(super) fn checks(&self, set: &[&'static Check]) -> Result<Vec<&'static Check>, String> {
        let is_in = |checks: &[&'static Check], check: &Check| checks.iter().any(|one| one.id == check.id);
        Ok(match self {
            Self::Atom(word) => atom::checks(word, set)?,
            Self::Not(inner) => {
                let inner = inner.checks(set)?;
                set.iter().copied().filter(|check| !is_in(&inner, check)).collect()
            }
            Self::And(left, right) => {
                let (left, right) = (left.checks(set)?, right.checks(set)?);
                left.into_iter().filter(|check| is_in(&right, check)).collect()
            }
            Self::Or(left, right) => {
                let (left, right) = (left.checks(set)?, right.checks(set)?);
                let more: Vec<&Check> = right.into_iter().filter(|check| !is_in(&left, check)).collect();
                [left, more].concat()
            }
        })
    }
}

/// The words that are still to be read, the next one last.
struct Words(Vec<String>);

impl Words {
    fn any(&mut self) -> Result<Expression, String> {
        let mut left = self.all()?;
        while self.takes("or") {
            left = Expression::Or(Box::new(left), Box::new(self.all()?));
        }
        Ok(left)
    }

    fn all(&mut self) -> Result<Expression, String> {
        let mut left = self.one()?;
        while self.takes("and") {
            left = Expression::And(Box::new(left), Box::new(self.one()?));
        }
        Ok(left)
    }

    fn one(&mut self) -> Result<Expression, String> {
        let Some(word) = self.0.pop() else { return Err("something is missing at its end".to_owned()) };
        match word.to_lowercase().as_str() {
            "not" => Ok(Expression::Not(Box::new(self.one()?))),
            "(" => {
                let inner = self.any()?;
                if self.takes(")") { Ok(inner) } else { Err("a `(` is not closed".to_owned()) }
            }
            "and" | "or" | ")" => Err(format!("`{word}` stands where a check is due")),
            _ => Ok(Expression::Atom(word)),
        }
    }

    fn takes(&mut self, word: &str) -> bool {
        let is_next = self.0.last().is_some_and(|next| next.eq_ignore_ascii_case(word));
        if is_next {
            self.0.pop();
        }
        is_next
    }
}

/// The words of a text; a parenthesis is one.
fn words(text: &str) -> Vec<String> {
    let apart = text.replace('(', " ( ").replace(')', " ) ");
    apart.split_whitespace().map(str::to_owned).collect()
}
