//! A target with a proxy before it: the same agent at another address.

use a2a_assay_harness::Target;
use a2a_assay_harness::target::Connection;
use a2a_assay_proxy::{Door, Proxy, WireDefect};
use a2a_assay_reports::{CheckReport, Foreign};

use super::WireError;

/// A proxy, and the agent as a target behind it.
pub(super) struct Proxied {
    pub(super) proxy: Proxy,
    pub(super) target: Target,
}

/// Puts a proxy before an agent and those of the same make. What may have credentials there may have them here.
pub(super) fn proxied(target: &Target, defect: Option<WireDefect>) -> Result<Proxied, WireError> {
    let certified = target.principals.iter().find(|(_, credential)| credential.certificate().is_some());
    if let Some((who, _)) = certified {
        return Err(WireError::Certificate(who.name()));
    }
    let Connection { ca, proxy, insecure, gap, .. } = target.connection.clone();
    let door = Door { ca: ca.clone(), proxy, insecure };
    let proxy = Proxy::start(&door, defect)?;
    let url = proxy.address(&target.url)?;
    // What is no address there is none here: the checks say so.
    let here = |there: &String| proxy.address(there).unwrap_or_else(|_| there.clone());
    let minimal = target.minimal.iter().map(here).collect();
    let instances = target.instances.iter().map(here).collect();
    let mut allowed = target.trusted_origins();
    allowed.extend(target.trusted_origins().iter().map(here));
    // The way on is the proxy's; what the judge asks elsewhere, for a token say, it asks as before.
    let connection = Connection { ca, proxy: None, insecure, allowed, gap };
    Ok(Proxied { proxy, target: Target { url, minimal, instances, connection, ..target.clone() } })
}

/// The same, with the agent's own origins where the proxy's stand.
pub(super) fn with_own_names<T: Foreign>(mut told: T, proxy: &Proxy) -> T {
    let origins = proxy.origins();
    told.each_foreign_text(&mut |text| {
        for (here, there) in origins.iter().filter(|(here, _)| text.contains(here.as_str())).collect::<Vec<_>>() {
            *text = text.replace(here.as_str(), there);
        }
    });
    told
}

/// The same for a whole report.
pub(super) fn report_with_own_names(report: CheckReport, proxy: &Proxy) -> CheckReport {
    let checks = report.checks.into_iter().map(|check| with_own_names(check, proxy)).collect();
    CheckReport { checks, ..report }
}

#[cfg(test)]
mod tests {
    use a2a_assay_harness::target::{Certificate, Credential, Who};

    use super::*;

    #[tokio::test]
    async fn credentials_may_go_where_they_might_before_and_to_the_proxy() {
        let agent = Target { minimal: vec!["http://b.test/small".into()], ..Target::at("http://a.test/agent") };

        let Proxied { proxy, target } = proxied(&agent, None).expect("a proxy");

        let here: Vec<String> = proxy.origins().into_iter().map(|(here, _)| here).collect();
        assert!(target.url.ends_with("/agent") && here.iter().any(|here| target.url.starts_with(here)));
        assert!(target.minimal[0].ends_with("/small"));
        let trusted = target.trusted_origins();
        assert!(here.iter().all(|here| trusted.contains(here)), "{trusted:?}");
        assert_eq!(trusted.len(), 4, "{trusted:?}");
    }

    #[tokio::test]
    async fn a_client_certificate_does_not_pass() {
        let certificate = Certificate { file: "a.pem".into(), key_file: "a.key".into(), pem: String::new() };
        let alice = Credential::of("alice").certified(certificate);
        let agent = Target { principals: [(Who::Alice, alice)].into(), ..Target::at("http://a.test") };

        assert!(matches!(proxied(&agent, None), Err(WireError::Certificate("alice"))));
    }
}
