//! Whoever wants the program to end: Ctrl-C, and the system's request.

use crate::ending::{Ending, Failure};

/// Whoever wants the program to end.
pub(crate) struct Stop {
    #[cfg(unix)]
    terminate: Option<tokio::signal::unix::Signal>,
}

impl Stop {
    /// Listens, for Ctrl-C alone where the command heeds the system by itself.
    #[cfg(unix)]
    pub(crate) fn listened_for(terminate: bool) -> Result<Self, Failure> {
        use tokio::signal::unix::{SignalKind, signal};
        let terminate = terminate.then(|| signal(SignalKind::terminate())).transpose();
        let terminate =
            terminate.map_err(|why| Failure::caused(Ending::OurFault, "SIGTERM can't be listened for", &why))?;
        Ok(Self { terminate })
    }

    #[cfg(not(unix))]
    pub(crate) fn listened_for(_: bool) -> Result<Self, Failure> {
        Ok(Self {})
    }

    /// Ends when the program is asked to.
    pub(crate) async fn asked_for(&mut self) -> Result<(), Failure> {
        tokio::select! {
            listened = tokio::signal::ctrl_c() => {
                listened.map_err(|why| Failure::caused(Ending::OurFault, "Ctrl-C can't be listened for", &why))
            }
            () = self.terminated() => Ok(()),
        }
    }

    #[cfg(unix)]
    async fn terminated(&mut self) {
        match &mut self.terminate {
            Some(signal) => {
                signal.recv().await;
            }
            None => std::future::pending().await,
        }
    }

    #[cfg(not(unix))]
    async fn terminated(&mut self) {
        std::future::pending().await
    }
}
