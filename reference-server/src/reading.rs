//! What a connection brings, as the server reads it.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// The version's header as somebody writes it who likes capitals.
const CAPITALISED: &[u8] = b"\r\nA2a-Version:";

/// A connection, read as it is; or without the one header whose name is capitalised, by a defective server.
pub(crate) struct Reading {
    pub(crate) connection: TcpStream,
    pub(crate) reads_capitals: bool,
}

impl AsyncRead for Reading {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let polled = Pin::new(&mut self.connection).poll_read(context, into);
        if !self.reads_capitals {
            overlook(&mut into.filled_mut()[before..]);
        }
        polled
    }
}

/// Makes the header one that nobody knows.
fn overlook(read: &mut [u8]) {
    let found = read.windows(CAPITALISED.len()).position(|window| window == CAPITALISED);
    if let Some(at) = found {
        read[at + 2] = b'X';
    }
}

impl AsyncWrite for Reading {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.connection).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.connection).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.connection.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_shutdown(context)
    }
}
