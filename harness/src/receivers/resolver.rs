//! A DNS server whose answers a check decides, and may change between two questions.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use hickory_proto::op::{Message, MessageType, ResponseCode};
use hickory_proto::rr::{RData, Record, RecordType};
use tokio::net::UdpSocket;
use tokio_util::task::AbortOnDropHandle;

use crate::agent::fresh;

/// Answers DNS questions over UDP until it and all its clones are dropped.
#[derive(Clone)]
pub struct Answerer {
    address: SocketAddr,
    names: Names,
    _server: Arc<AbortOnDropHandle<()>>,
}

type Names = Arc<Mutex<HashMap<String, Vec<IpAddr>>>>;

impl Answerer {
    /// Answers on an address.
    pub async fn bind(listen: SocketAddr) -> std::io::Result<Self> {
        let socket = UdpSocket::bind(listen).await?;
        let address = socket.local_addr()?;
        let names = Names::default();
        let server = Arc::new(AbortOnDropHandle::new(tokio::spawn(serve(socket, Arc::clone(&names)))));
        Ok(Self { address, names, _server: server })
    }

    /// The address it answers on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// A new name that resolves to these addresses.
    pub fn name(&self, addresses: &[IpAddr]) -> String {
        let name = format!("{}.assay.test", fresh("name"));
        self.point(&name, addresses);
        name
    }

    /// Points a name to other addresses from now on.
    pub fn point(&self, name: &str, addresses: &[IpAddr]) {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        names.insert(name.to_owned(), addresses.to_vec());
    }
}

async fn serve(socket: UdpSocket, names: Names) {
    let mut buffer = [0; 1232];
    loop {
        let Ok((length, asker)) = socket.recv_from(&mut buffer).await else { continue };
        let Ok(question) = Message::from_vec(&buffer[..length]) else { continue };
        let answer = answer(&question, &names.lock().unwrap_or_else(PoisonError::into_inner));
        if let Ok(bytes) = answer.to_vec() {
            // An asker that is gone needs no answer.
            let _ = socket.send_to(&bytes, asker).await;
        }
    }
}

fn answer(question: &Message, names: &HashMap<String, Vec<IpAddr>>) -> Message {
    let mut answer = Message::response(question.metadata.id, question.metadata.op_code);
    answer.metadata.message_type = MessageType::Response;
    answer.metadata.recursion_desired = question.metadata.recursion_desired;
    answer.metadata.recursion_available = true;
    for query in &question.queries {
        answer.add_query(query.clone());
        let name = query.name().to_utf8();
        let Some(addresses) = names.get(name.trim_end_matches('.')) else {
            answer.metadata.response_code = ResponseCode::NXDomain;
            continue;
        };
        for address in addresses {
            let data = match (address, query.query_type()) {
                (IpAddr::V4(v4), RecordType::A) => RData::A((*v4).into()),
                (IpAddr::V6(v6), RecordType::AAAA) => RData::AAAA((*v6).into()),
                _ => continue,
            };
            answer.add_answer(Record::from_rdata(query.name().clone(), 0, data));
        }
    }
    answer
}
