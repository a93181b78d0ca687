//! What coverage leaves out, nobody predicted to notice: each check comes by the defects that it is predicted to notice.

use a2a_assay_defects::Defect;
use a2a_assay_harness::checks::Set;
use a2a_assay_mutation::{Coverage, JudgeError, Settings, covering};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_check_comes_by_every_defect_that_it_is_predicted_to_notice() -> Result<(), JudgeError> {
    let defects: Vec<Defect> = a2a_assay_defects::all().collect();
    let settings = Settings { checks: Set::All, ..Settings::default() };

    let coverage = Coverage::measured(&defects, &settings).await?;

    let settings = Settings { coverage: Some(coverage.into()), ..settings };
    let mut pairs = 0;
    for defect in defects {
        let covering: Vec<&str> = covering(&[defect], &settings).iter().map(|check| check.id).collect();
        let missed: Vec<&str> = defect.predicted().into_iter().filter(|check| !covering.contains(check)).collect();
        assert!(missed.is_empty(), "{defect:?} is predicted to be noticed by {missed:?}, which never come by it");
        pairs += covering.len();
    }
    let all = a2a_assay_defects::all().count() * Set::All.checks().len();
    assert!(pairs < all / 4, "coverage leaves {pairs} of {all} pairs: too many to be worth its while");
    Ok(())
}
