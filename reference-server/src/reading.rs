//! What a connection brings, as the server reads it.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use a2a_assay_defects::{Defect, Planted};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// The version's header as somebody writes it who likes capitals.
const CAPITALISED: &[u8] = b"\r\nA2a-Version:";

/// A connection, read as it is; or without the one header whose name is capitalised, by a defective server.
pub(crate) struct Reading {
    pub(crate) connection: TcpStream,
    pub(crate) planted: Planted,
}

impl AsyncRead for Reading {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let polled = Pin::new(&mut self.connection).poll_read(context, into);
        if !self.planted.is_empty() {
            overlook(&mut into.filled_mut()[before..], &self.planted);
        }
        polled
    }
}

/// Makes the header one that nobody knows.
fn overlook(read: &mut [u8], planted: &Planted) {
    let found = read.windows(CAPITALISED.len()).position(|window| window == CAPITALISED);
    if let Some(at) = found
        && planted.plants(Defect::HEADER_NAME_CASE_SENSITIVE)
    {
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
