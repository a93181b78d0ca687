//! How long the whole matrix takes, and how near that is to the least it could take: the time for the same requests
//! sent again by a client that judges nothing.

mod replay;
mod tape;

use std::time::{Duration, Instant};

use a2a_assay_mutation::{Options, mutate};

/// How often each side is timed; the best time counts, since the rest is noise of the machine.
const ROUNDS: usize = 3;
/// The most that judging may cost, as a multiple of the floor.
const LIMIT: f64 = 3.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(bench())
}

async fn bench() -> Result<(), Box<dyn std::error::Error>> {
    // The recordings hold every check against every defect.
    let options = Options { exhaustive: true, ..Options::default() };
    let recordings = tape::record(&options).await?;

    let (matrix, requests) = best(async || Ok(mutate(&options, |_| {}).await?.requests)).await?;
    let (floor, sent) = best(async || replay::replay(&recordings, &options).await).await?;

    let ratio = matrix.as_secs_f64() / floor.as_secs_f64();
    println!("matrix  {matrix:>8.2?}  {requests} requests, {} servers judged", recordings.len());
    println!("floor   {floor:>8.2?}  {sent} requests, nothing judged");
    println!("ratio   {ratio:>8.2}  at most {LIMIT}");
    println!("\nthe checks that take longest, over all servers:");
    for (check, longest) in tape::slowest(&recordings) {
        println!("  {longest:>5} ms  {check}");
    }
    Ok(())
}

/// The shortest of a few rounds, with the requests that one takes.
async fn best(
    round: impl AsyncFn() -> Result<u64, Box<dyn std::error::Error>>,
) -> Result<(Duration, u64), Box<dyn std::error::Error>> {
    let mut shortest = Duration::MAX;
    let mut requests = 0;
    for _ in 0..ROUNDS {
        let started = Instant::now();
        requests = round().await?;
        shortest = shortest.min(started.elapsed());
    }
    Ok((shortest, requests))
}
