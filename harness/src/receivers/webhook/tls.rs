//! TLS for the listener.

use std::io;
use std::sync::Arc;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{ServerConfig, crypto};

use crate::target::WebhookTls;

/// Takes callers over TLS with this certificate.
pub(super) fn acceptor(tls: &WebhookTls) -> io::Result<TlsAcceptor> {
    let chain = CertificateDer::pem_slice_iter(tls.certificate.as_bytes()).collect::<Result<Vec<_>, _>>();
    let chain = chain.map_err(|why| unusable("webhook.certificate", &why))?;
    let key = PrivateKeyDer::from_pem_slice(tls.key.as_bytes()).map_err(|why| unusable("webhook.key", &why))?;
    let config = ServerConfig::builder_with_provider(Arc::new(crypto::aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .map_err(|why| unusable("webhook.certificate", &why))?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}

fn unusable(setting: &str, why: &dyn std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, format!("{setting} can't be used: {why}"))
}
