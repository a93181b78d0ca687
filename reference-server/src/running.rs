//! Starts a server, and stops all of it when it is dropped.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio_util::sync::DropGuard;

use crate::agents::Scripted;
use crate::edge::{self, Card, CardHolder, Edge, Extensions, INPUT_MODES};
use crate::household::Household;
use crate::kernel::access::Capabilities;
use crate::kernel::clock::WallClock;
use crate::kernel::ids::RandomIds;
use crate::kernel::outbox::SharedOutbox;
use crate::kernel::{Kernel, Makings};
use crate::listener;
use crate::options::Options;
use crate::push::Couriers;
use crate::signing::Signer;
use crate::tokens::{Principal, TokenService};

/// Everything that an agent can offer.
const FULL: Capabilities = Capabilities { streaming: true, push: true, extended_card: true };

/// Nothing beyond the plain operations.
const MINIMAL: Capabilities = Capabilities { streaming: false, push: false, extended_card: false };

/// A running server: three agents, the first one behind two addresses, and one token service. Dropping it stops everything.
pub struct Running {
    url: String,
    minimal_url: String,
    strict_url: String,
    instance_url: String,
    tokens: Arc<TokenService>,
    cards: Vec<Arc<Card>>,
    slow_for: Duration,
    _closes_on_drop: DropGuard,
}

/// Starts a server; it listens when this returns.
pub async fn spawn(options: Options) -> std::io::Result<Running> {
    let full = TcpListener::bind(options.listen).await?;
    let minimal = TcpListener::bind(options.listen_minimal).await?;
    let strict = TcpListener::bind(options.listen_strict).await?;
    let instance = TcpListener::bind(options.listen_instance).await?;
    let url = origin(full.local_addr()?);
    let minimal_url = origin(minimal.local_addr()?);
    let strict_url = origin(strict.local_addr()?);
    let instance_url = origin(instance.local_addr()?);
    let tokens = Arc::new(TokenService::new(&url, &options.planted)?);
    let signer = Arc::new(Signer::fresh()?);
    let (household, closes_on_drop) = Household::new();
    let outbox: SharedOutbox = Arc::new(Couriers::new(&options, household.clone())?);

    let mut instance = Some(instance);
    let mut cards = Vec::new();
    let agents = [
        (full, &url, FULL, Extensions::NONE),
        (minimal, &minimal_url, MINIMAL, Extensions::NONE),
        (strict, &strict_url, FULL, Extensions::MANNERS),
    ];
    for (listener, origin, offered, extensions) in agents {
        let kernel = Kernel::new(Makings {
            offered,
            planted: options.planted.clone(),
            agent: Arc::new(Scripted { slow_for: options.slow_for }),
            outbox: Arc::clone(&outbox),
            ids: Box::new(RandomIds),
            clock: Box::new(WallClock),
            household: household.clone(),
            input_modes: INPUT_MODES.to_vec(),
        });
        let card = Arc::new(Card::new(CardHolder {
            origin: origin.clone(),
            offered,
            extensions,
            signer: Arc::clone(&signer),
            planted: options.planted.clone(),
        }));
        cards.push(Arc::clone(&card));
        let edge = Edge {
            kernel,
            tokens: Arc::clone(&tokens),
            card,
            signer: Arc::clone(&signer),
            extensions,
            planted: options.planted.clone(),
            elsewhere: false,
        };
        // the first agent's, behind another door
        if let Some(door) = instance.take() {
            let edge = Edge { elsewhere: true, ..edge.clone() };
            listener::serve(door, edge::router(edge), &household, &options.planted);
        }
        listener::serve(listener, edge::router(edge), &household, &options.planted);
    }
    let slow_for = options.slow_for;
    Ok(Running { url, minimal_url, strict_url, instance_url, tokens, cards, slow_for, _closes_on_drop: closes_on_drop })
}

impl Running {
    /// The origin of the full agent.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The origin of the agent that offers nothing beyond the plain operations.
    pub fn minimal_url(&self) -> &str {
        &self.minimal_url
    }

    /// The origin of the agent that requires an extension.
    pub fn strict_url(&self) -> &str {
        &self.strict_url
    }

    /// The other address of the full agent.
    pub fn instance_url(&self) -> &str {
        &self.instance_url
    }

    /// The public cards of the three agents, as they are served.
    pub fn cards(&self) -> impl Iterator<Item = &str> {
        self.cards.iter().map(|card| card.public())
    }

    /// A token as this principal presents it.
    pub fn token(&self, who: Principal) -> String {
        self.tokens.token(who)
    }

    /// How long a `slow` task works.
    pub fn slow_for(&self) -> Duration {
        self.slow_for
    }
}

fn origin(address: SocketAddr) -> String {
    format!("http://{address}")
}
