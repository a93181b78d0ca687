//! The card as the proxy shows it: its interfaces lead to the proxy as well.

use serde_json::Value;

/// Rewrites the addresses of the interfaces, and says whether any changed. Those of gRPC do not pass here. What was signed
/// is another card, so signatures go.
pub(crate) fn redirect(card: &mut Value, address: impl Fn(&str) -> Option<String>) -> bool {
    let mut changed = false;
    for interface in card.get_mut("supportedInterfaces").and_then(Value::as_array_mut).into_iter().flatten() {
        let over_grpc = interface["protocolBinding"].as_str().is_some_and(|name| name.eq_ignore_ascii_case("GRPC"));
        let listed = interface.get("url").and_then(Value::as_str).filter(|_| !over_grpc);
        if let Some(here) = listed.and_then(&address) {
            interface["url"] = here.into();
            changed = true;
        }
    }
    if changed && let Some(members) = card.as_object_mut() {
        members.remove("signatures");
    }
    changed
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_card_that_was_changed_is_not_signed_any_more() {
        let mut card = json!({"signatures": [{}], "supportedInterfaces": [{"url": "http://a.test/rpc"}]});

        assert!(!redirect(&mut card, |_| None));
        assert!(card.get("signatures").is_some());
        assert!(redirect(&mut card, |_| Some("http://here/rpc".to_owned())));
        assert_eq!(card.get("signatures"), None);
    }

    #[test]
    fn interfaces_lead_here_but_for_grpc() {
        let mut card = json!({"supportedInterfaces": [
            {"url": "http://a.test/rpc", "protocolBinding": "JSONRPC"},
            {"url": "http://a.test", "protocolBinding": "GRPC"},
            {"url": 7, "protocolBinding": "HTTP+JSON"},
        ]});

        assert!(redirect(&mut card, |url| url.strip_prefix("http://a.test").map(|rest| format!("http://here{rest}"))));
        assert_eq!(card["supportedInterfaces"][0]["url"], "http://here/rpc");
        assert_eq!(card["supportedInterfaces"][1]["url"], "http://a.test");
        assert_eq!(card["supportedInterfaces"][2]["url"], 7);
    }
}
