//! The table `[principals]`.

use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::secret::{self, Secret};
use super::super::{Certificate, Credential, OauthClient, Place, Target, Who};
use super::TargetError;

/// The callers that the agent knows.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    /// A user with full scopes.
    alice: Option<Caller>,
    /// Another user with full scopes.
    bob: Option<Caller>,
    /// Alice with the premium scope as well.
    premium: Option<Caller>,
    /// A user who may read but not write.
    reader: Option<Caller>,
    /// A valid token made out to another service.
    wrong_audience: Option<Caller>,
    /// A token that has expired.
    expired: Option<Caller>,
    /// A token with a bad signature.
    forged: Option<Caller>,
    /// A good token that names no subject.
    subjectless: Option<Caller>,
    /// Another good token that names no subject, had by somebody else.
    subjectless_too: Option<Caller>,
}

/// What a caller shows. Several things may be given at once.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Caller {
    /// A bearer token.
    bearer: Option<Secret>,
    /// The header in which an API key stands; with `value`.
    header: Option<String>,
    /// The parameter of the address in which an API key stands; with `value`.
    query: Option<String>,
    /// The cookie in which an API key stands; with `value`.
    cookie: Option<String>,
    /// The API key.
    value: Option<Secret>,
    /// The name of a user for basic authentication; with `password`.
    basic: Option<String>,
    /// The user's password.
    password: Option<Secret>,
    /// A client of OAuth 2.0 that gets a token for itself (client credentials).
    oauth: Option<Oauth>,
    /// The file of a client certificate, as PEM; with `key`.
    certificate: Option<PathBuf>,
    /// The file of the certificate's key, as PEM.
    key: Option<PathBuf>,
}

/// A client of OAuth 2.0 (RFC 6749, section 4.4).
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Oauth {
    /// The client's id.
    id: String,
    /// The client's secret.
    secret: Secret,
    /// Where tokens are had; where the card's OAuth scheme says, when left out.
    token_url: Option<String>,
    /// The scopes to ask for.
    #[serde(default)]
    scopes: Vec<String>,
}

impl Table {
    pub(super) fn fill(self, target: &mut Target, folder: &Path) -> Result<(), TargetError> {
        let callers = [
            (Who::Alice, self.alice),
            (Who::Bob, self.bob),
            (Who::Premium, self.premium),
            (Who::Reader, self.reader),
            (Who::WrongAudience, self.wrong_audience),
            (Who::Expired, self.expired),
            (Who::Forged, self.forged),
            (Who::Subjectless, self.subjectless),
            (Who::SubjectlessToo, self.subjectless_too),
        ];
        for (who, caller) in callers {
            let Some(caller) = caller else { continue };
            if let Some(oauth) = &caller.oauth {
                target.clients.insert(who, oauth.client(who.name(), folder)?);
            }
            target.principals.insert(who, caller.credential(who.name(), folder)?);
        }
        Ok(())
    }
}

impl Caller {
    fn credential(self, owner: &str, folder: &Path) -> Result<Credential, TargetError> {
        let mut credential = Credential::of(owner);
        if let Some(token) = &self.bearer {
            credential = credential.showing(Place::Header, "authorization", "Bearer ", token.fetch(owner, folder)?);
        }
        let keys = [(Place::Header, self.header), (Place::Query, self.query), (Place::Cookie, self.cookie)];
        let keys: Vec<(Place, String)> = keys.into_iter().filter_map(|(place, name)| Some((place, name?))).collect();
        match (keys.as_slice(), &self.value) {
            ([], None) => {}
            ([(place, name)], Some(value)) => {
                credential = credential.showing(*place, name, "", value.fetch(owner, folder)?);
            }
            _ => {
                let way = "give one of `header`, `query` and `cookie`, and the key as `value`";
                return Err(secret::missing(owner, way));
            }
        }
        match (&self.basic, &self.password) {
            (None, None) => {}
            (Some(user), Some(password)) => credential = credential.basic(user, &password.fetch(owner, folder)?),
            _ => return Err(secret::missing(owner, "give `basic`, the user's name, together with `password`")),
        }
        match (self.certificate, self.key) {
            (None, None) => {}
            (Some(file), Some(key_file)) => {
                credential = credential.certified(certificate(owner, &folder.join(file), &folder.join(key_file))?);
            }
            _ => return Err(secret::missing(owner, "give `certificate` together with its `key`")),
        }
        if credential.is_nobody() && self.oauth.is_none() {
            let way = "give one of `bearer`, `header`, `query`, `cookie`, `basic`, `oauth` and `certificate`";
            return Err(secret::missing(owner, way));
        }
        Ok(credential)
    }
}

fn certificate(owner: &str, file: &Path, key_file: &Path) -> Result<Certificate, TargetError> {
    let read = |path: &Path| secret::read(path).map_err(|why| secret::missing(owner, why));
    let pem = format!("{}\n{}", read(file)?, read(key_file)?);
    if reqwest::Identity::from_pem(pem.as_bytes()).is_err() {
        return Err(secret::missing(owner, format!("{} and its key are no certificate in PEM", file.display())));
    }
    let shown = |path: &Path| path.display().to_string();
    Ok(Certificate { file: shown(file), key_file: shown(key_file), pem })
}

impl Oauth {
    fn client(&self, owner: &str, folder: &Path) -> Result<OauthClient, TargetError> {
        Ok(OauthClient {
            id: self.id.clone(),
            secret: self.secret.fetch(owner, folder)?,
            token_url: self.token_url.clone(),
            scopes: self.scopes.clone(),
        })
    }
}
