//! Sends recorded requests again to the same servers, with the same concurrency, and judges nothing.

use std::error::Error;
use std::time::Duration;

use a2a_assay_mutation::Options;
use futures::StreamExt;
use reqwest::Client;

use crate::tape::{Recorded, Recording};

/// How much longer than the judge the client listens. Some answers don't come again, since the tasks that they tell
/// of are over.
const SLACK: Duration = Duration::from_millis(50);

/// Sends everything again, the sound server's requests first, and counts it.
pub(crate) async fn replay(recordings: &[Recording], options: &Options) -> Result<u64, Box<dyn Error>> {
    let (control, defective) = recordings.split_at(1);
    let mut sent = 0;
    for (servers, together) in [(control, 1), (defective, options.servers)] {
        let running =
            futures::stream::iter(servers).map(|recording| resend(&recording.requests, options.settings.jobs));
        let mut running = running.buffer_unordered(together);
        while let Some(count) = running.next().await {
            sent += count?;
        }
    }
    Ok(sent)
}

async fn resend(requests: &[Recorded], jobs: usize) -> Result<u64, reqwest::Error> {
    let client = Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).tcp_nodelay(true);
    let client = client.pool_max_idle_per_host(64).build()?;
    let answered = futures::stream::iter(requests).map(|request| answer(&client, request)).buffer_unordered(jobs);
    Ok(answered.count().await as u64)
}

/// Sends a request and reads its answer to the end; whatever comes of it is not looked at.
async fn answer(client: &Client, request: &Recorded) {
    let Recorded { method, url, headers, body, lasted } = request.clone();
    let sent = client.request(method, url).headers(headers).body(body).timeout(lasted + SLACK).send();
    if let Ok(answer) = sent.await {
        let _ = answer.bytes().await;
    }
}
