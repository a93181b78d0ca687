//! Accepts connections and serves them; every connection ends with the server.

use std::time::Duration;

use a2a_assay_defects::Planted;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;

use crate::household::Household;
use crate::reading::Reading;

/// How long to wait when no connection can be accepted.
const PAUSE: Duration = Duration::from_millis(10);

/// Serves a router on a listener for as long as the household stands.
pub(crate) fn serve(listener: TcpListener, router: Router, household: &Household, planted: &Planted) {
    let guests = household.clone();
    let planted = planted.clone();
    household.spawn(async move {
        loop {
            match listener.accept().await {
                Ok((connection, _)) => {
                    let connection = Reading { connection, planted: planted.clone() };
                    guests.spawn(converse(connection, router.clone()));
                }
                // out of file handles, say: others will be closed
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
        }
    });
}

async fn converse(connection: Reading, router: Router) {
    let _ = connection.connection.set_nodelay(true);
    let conversation = http1::Builder::new()
        .timer(TokioTimer::new())
        .serve_connection(TokioIo::new(connection), TowerToHyperService::new(router));
    // a broken connection is the caller's affair
    let _ = conversation.await;
}
