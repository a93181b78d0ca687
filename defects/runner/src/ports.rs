//! Addresses for others who will listen there later.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Below the ports that systems give to whoever asks for any: what is free now must be so in minutes.
const PORTS: std::ops::Range<u16> = 20_000..32_000;

/// How far apart processes begin to look that were started one after the other.
const APART: usize = 7_919;

/// An address on loopback where nobody listens, over TCP or UDP; another one for each call.
///
/// Fails with what the last port that it tried failed with, where none is free.
pub fn free_address() -> io::Result<SocketAddr> {
    static TAKEN: AtomicUsize = AtomicUsize::new(0);
    let first = usize::try_from(std::process::id()).unwrap_or_default().wrapping_mul(APART);
    let mut why = io::Error::from(io::ErrorKind::AddrInUse);
    for _ in PORTS {
        let place = first.wrapping_add(TAKEN.fetch_add(1, Ordering::Relaxed)) % PORTS.len();
        let port = PORTS.start + u16::try_from(place).unwrap_or_default();
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        match TcpListener::bind(address).and_then(|_| UdpSocket::bind(address)) {
            Ok(_) => return Ok(address),
            Err(taken) => why = taken,
        }
    }
    Err(why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_callers_get_the_same() {
        let addresses: std::collections::HashSet<SocketAddr> =
            (0..100).map(|_| free_address().expect("a free address")).collect();

        assert_eq!(addresses.len(), 100);
    }

    #[test]
    fn a_port_that_is_taken_is_not_given() {
        let held = free_address().and_then(TcpListener::bind).expect("a free address");
        let port = held.local_addr().expect("an address").port();

        let round: Vec<u16> = (0..PORTS.len()).map(|_| free_address().expect("a free address").port()).collect();

        assert!(!round.contains(&port));
    }

    #[test]
    fn systems_give_none_of_them_by_themselves() {
        let given = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|any| any.local_addr()).expect("a port");

        assert!(!PORTS.contains(&given.port()));
    }
}
