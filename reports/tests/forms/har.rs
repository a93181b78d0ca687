//! HTTP Archives: whole, and in files of their own.

use a2a_assay_reports::{CheckReport, Evidence, Form};
use har::HarVersion;

use super::{failing, of_every_verdict, rendered, value};

/// The members that version 1.2 asks for, which the other reader may forgive.
fn is_complete(archive: &serde_json::Value) {
    let log = &archive["log"];
    for entry in log["entries"].as_array().expect("entries") {
        for member in ["startedDateTime", "time", "request", "response", "cache", "timings"] {
            assert!(!entry[member].is_null(), "{member} of {entry}");
        }
        for member in ["method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize"] {
            assert!(!entry["request"][member].is_null(), "{member} of {entry}");
        }
        for member in [
            "status",
            "statusText",
            "httpVersion",
            "cookies",
            "headers",
            "content",
            "redirectURL",
            "headersSize",
            "bodySize",
        ] {
            assert!(!entry["response"][member].is_null(), "{member} of {entry}");
        }
        for member in ["send", "wait", "receive"] {
            assert!(entry["timings"][member].is_u64(), "{member} of {entry}");
        }
        let page = log["pages"].as_array().expect("pages").iter().any(|page| page["id"] == entry["pageref"]);
        assert!(page, "{entry}");
    }
}

#[test]
fn another_reader_finds_every_exchange() {
    let report = of_every_verdict();

    let read = har::from_str(&rendered(&report, Form::Har)).expect("an archive");

    assert_eq!(read.version(), HarVersion::V1_2);
    let archive = value(&report, Form::Har);
    is_complete(&archive);
    let exchanges = report.checks.iter().flat_map(|check| &check.violations).flat_map(|violation| &violation.exchanges);
    assert_eq!(archive["log"]["entries"].as_array().expect("entries").len(), exchanges.count());
    let first = &archive["log"]["entries"][0];
    assert_eq!(first["startedDateTime"], "2026-11-30T00:00:00.000Z");
    assert_eq!((&first["time"], &first["request"]["method"]), (&12.into(), &"POST".into()));
}

#[test]
fn evidence_is_taken_out_of_the_report_into_a_file_for_each_check_and_binding() {
    let mut report = failing();

    let files = Evidence::taken_out(&mut report, "evidence").expect("files");

    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["ST1-jsonrpc.har", "ST1-http-json.har", "ST3-jsonrpc.har"]);
    for file in &files {
        har::from_str(&file.text).expect("an archive");
        is_complete(&serde_json::from_str(&file.text).expect("JSON"));
    }
    let json: CheckReport = serde_json::from_str(&rendered(&report, Form::Json)).expect("a report");
    let violations: Vec<_> = json.checks.iter().flat_map(|check| &check.violations).collect();
    assert!(violations.iter().all(|violation| violation.exchanges.is_empty()));
    let files_named: Vec<Option<&str>> = violations.iter().map(|violation| violation.evidence.as_deref()).collect();
    assert_eq!(files_named, [None, Some("ST1-jsonrpc.har"), Some("ST1-http-json.har"), Some("ST3-jsonrpc.har")]);
    let evidence = json.evidence.expect("evidence");
    let bytes: usize = files.iter().map(|file| file.text.len()).sum();
    assert_eq!((evidence.folder.as_str(), evidence.files, evidence.bytes), ("evidence", 3, bytes));
    // The other forms still have the line that repeats the request.
    assert!(rendered(&report, Form::Junit).contains("curl"));
}

#[test]
fn evidence_has_a_bound_and_says_what_is_left_out() {
    let mut report = failing();
    let check = report.checks.iter().find(|check| check.id == "ST3").expect("a check").clone();
    for number in 0..12 {
        let mut big = check.clone();
        big.id = format!("X{number}");
        big.violations[0].exchanges[0].response_body = "x".repeat(1_900_000);
        let twice = big.violations[0].exchanges[0].clone();
        big.violations[0].exchanges.push(twice);
        report.checks.push(big);
    }

    let files = Evidence::taken_out(&mut report, "evidence").expect("files");

    let evidence = report.evidence.as_ref().expect("evidence");
    assert!(evidence.bytes <= 16 * 1024 * 1024, "{}", evidence.bytes);
    assert_eq!(evidence.files + evidence.left_out.len(), 15);
    assert!(!evidence.left_out.is_empty());
    let big = files.iter().find(|file| file.name == "X0-jsonrpc.har").expect("a file");
    assert!(big.text.contains("1 exchanges are left out for want of room"), "{}", big.text.len());
    assert!(files.iter().all(|file| har::from_str(&file.text).is_ok()));
}
