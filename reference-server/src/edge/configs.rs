//! The webhooks of a task as the config operations answer them.

use a2a_assay_defects::{Defect, Planted};
use serde_json::{Value, json};

/// A config as Create answers it.
pub(super) fn created(mut config: Value, planted: &Planted) -> Value {
    if planted.plants(Defect::CREATED_CONFIG_WITHOUT_ID) {
        config["id"] = "".into();
    }
    if planted.plants(Defect::CREATED_CONFIG_LOSES_ITS_PATH) {
        let url = config["url"].as_str().unwrap_or_default();
        config["url"] = url.rsplit_once('/').map_or(url, |(origin, _)| origin).into();
    }
    shown(config, planted)
}

/// A config as it is shown.
pub(super) fn shown(mut config: Value, planted: &Planted) -> Value {
    if config["authentication"].is_object() && planted.plants(Defect::CONFIG_SCHEME_MASKED) {
        config["authentication"]["scheme"] = "***".into();
    }
    if planted.plants(Defect::CONFIG_NAMES_ITSELF_AS_TASK) {
        config["taskId"] = config["id"].clone();
    }
    config
}

/// All configs of a task.
pub(super) fn listed(mut configs: Vec<Value>, planted: &Planted) -> Value {
    if planted.plants(Defect::LIST_ENDS_AT_TEN_CONFIGS) {
        configs.truncate(10);
    }
    if planted.plants(Defect::LIST_SHOWS_NEWEST_CONFIG_ONLY) {
        configs.drain(..configs.len().saturating_sub(1));
    }
    if planted.plants(Defect::LIST_NUMBERS_CONFIGS) {
        configs.iter_mut().enumerate().for_each(|(at, config)| config["id"] = at.to_string().into());
    }
    if planted.plants(Defect::LIST_IS_A_BARE_ARRAY) {
        return configs.into();
    }
    json!({ "configs": configs, "nextPageToken": "" })
}
