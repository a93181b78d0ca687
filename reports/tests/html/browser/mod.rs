//! What a browser makes of the pages.

mod looks;
mod quiet;
mod using;

use crate::markup::page;
use crate::pages::matrix;
use crate::samples::failing;

/// The tests, by name.
pub(crate) fn tests() -> impl Iterator<Item = &'static (&'static str, fn())> {
    [quiet::TESTS, using::TESTS, looks::TESTS].into_iter().flatten()
}

fn both() -> [String; 2] {
    [page(&failing()), page(&matrix(24, 60))]
}
