//! A server that does what a behaviour says.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

use super::script::Hook;
use super::{Behaviour, lifelike};
use crate::support::impostor::{Request, read};

/// Behaves until it is dropped.
pub(super) struct Agent {
    pub(super) url: String,
    server: JoinHandle<()>,
}

impl Drop for Agent {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// Starts an agent on a free port.
pub(super) async fn agent(behaviour: Behaviour) -> std::io::Result<Agent> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}", listener.local_addr()?);
    let own = url.clone();
    let server = tokio::spawn(async move {
        let attacked = Arc::new(Mutex::new(BTreeSet::new()));
        let mut work = JoinSet::new();
        while let Ok((stream, _)) = listener.accept().await {
            while work.try_join_next().is_some() {}
            let (own, attacked) = (own.clone(), Arc::clone(&attacked));
            work.spawn(async move { serve(stream, behaviour, &own, &attacked).await });
        }
    });
    Ok(Agent { url, server })
}

/// Answers one request, and sees to the webhooks that it names for as long as that takes.
async fn serve(mut stream: TcpStream, behaviour: Behaviour, own: &str, attacked: &Mutex<BTreeSet<String>>) {
    let Some((head, body)) = read(&mut stream).await else { return };
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    let request = Request { head, path, body: serde_json::from_slice(&body).unwrap_or_default() };
    let is_card = request.path.contains("agent-card.json");
    let script = if is_card { behaviour.card } else { behaviour.answer }(&request, own);
    let attacks = behaviour.attack.into_iter().flat_map(|attack| {
        let mut fresh = Vec::new();
        for url in hooks(&request) {
            if attacked.lock().unwrap_or_else(PoisonError::into_inner).insert(url.clone()) {
                fresh.extend(Hook::at(&url));
            }
        }
        fresh
            .into_iter()
            .flat_map(move |hook| attack(&hook).into_iter().map(move |script| (hook.authority.clone(), script)))
    });
    let attacks: Vec<_> = attacks.map(|(authority, script)| async move { script.play_to(&authority).await }).collect();
    // Whoever was attacked may hang up whenever it likes.
    let answered = async {
        let _ = script.play(&mut stream).await;
    };
    futures::join!(answered, futures::future::join_all(attacks));
}

/// The webhooks that a request names.
fn hooks(request: &Request) -> Vec<String> {
    let params = lifelike::params(request);
    let configs = [params, &params["configuration"]["taskPushNotificationConfig"]];
    configs.into_iter().filter_map(|config| config["url"].as_str()).map(str::to_owned).collect()
}
