//! The codes that prove an e-mail address: sent by [`super::request_code`], redeemed by the actions they guard.

use std::net::IpAddr;

use plumbline_core::identity::email_code::{Asked, SentCode, six_digits};
use plumbline_core::identity::throttle::{ASK_FOR_CODE, CODE, CODE_ANYWHERE};
use plumbline_core::time::UnixMillis;
use serde::Deserialize;
use utoipa::ToSchema;

use super::throttle::{self, Budget};
use super::{Accounts, known_networks};
use crate::db::{Db, DbError, Session, Tx};
use crate::http::ApiError;
use crate::random;
use crate::secret::Secret;
use crate::{execute, fetch_optional, statements};

statements! {
    FIND: "SELECT seed, born_at, sent_at, sent_count, asked_from, asked_from_before FROM email_codes
        WHERE email = $1 AND scene = $2";
    STORE: "INSERT INTO email_codes (email, scene, seed, born_at, sent_at, sent_count, asked_from, asked_from_before)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (email, scene) DO UPDATE SET seed = excluded.seed, born_at = excluded.born_at,
            sent_at = excluded.sent_at, sent_count = excluded.sent_count, asked_from = excluded.asked_from,
            asked_from_before = excluded.asked_from_before";
    /// Deletes the codes of this seed only: of two requests with the right code one uses it up.
    USE_UP: "DELETE FROM email_codes WHERE email = $1 AND scene = $2 AND seed = $3";
    /// An undelivered code is identified by its time, so that no later one is deleted.
    WITHDRAW: "DELETE FROM email_codes WHERE email = $1 AND scene = $2 AND seed = $3 AND sent_at = $4";
    RESTORE: "UPDATE email_codes SET seed = $5, born_at = $6, sent_at = $7, sent_count = $8, asked_from = $9,
            asked_from_before = $10
        WHERE email = $1 AND scene = $2 AND seed = $3 AND sent_at = $4";
    PURGE: "DELETE FROM email_codes WHERE sent_at < $1";
}

/// The purpose of a code; a code of one scene is worth nothing in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Scene {
    Register,
    ResetPassword,
    Security,
}

impl Scene {
    const fn tag(self) -> &'static str {
        match self {
            Scene::Register => "register",
            Scene::ResetPassword => "resetPassword",
            Scene::Security => "security",
        }
    }
}

/// The address to prove, the purpose, and the network of the request.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// Normalised.
    pub email: &'a str,
    pub scene: Scene,
    pub site: IpAddr,
}

/// The result of a request for a code.
#[derive(Debug)]
pub struct Issued {
    /// The code to deliver; `None` if the mailbox was sent it a moment ago.
    pub code: Option<Secret>,
    /// Milliseconds for which the code is valid.
    pub ends_in: i64,
    /// Milliseconds after which a request from this network is accepted again.
    pub resend_in: i64,
    stored: Stored,
    replaced: Option<Stored>,
}

/// A row: the seed of the codes, their life, and the networks that requested the two newest messages, newest first.
#[derive(Clone, Debug)]
struct Stored {
    seed: String,
    sent: SentCode,
    asked_from: [String; 2],
}

/// The proof that the right code was given; [`Proof::use_up`] makes the code invalid.
#[derive(Debug)]
#[must_use]
pub struct Proof<'a> {
    claim: Claim<'a>,
    seed: String,
}

/// Stores that a code is sent, or refuses because this network requested one too short a time ago.
pub async fn issue(accounts: &Accounts, claim: Claim<'_>) -> Result<Issued, ApiError> {
    let tries = throttle::attempt(accounts, &[asking(claim)]).await??;
    let mut tx = accounts.db.begin().await?;
    let replaced = find(&mut tx, claim).await?;
    let now = accounts.clock.now();
    let asked = SentCode::ask(replaced.as_ref().map(|stored| stored.sent), now);
    let (seed, sent, is_sent) = match (asked, &replaced) {
        (Asked::Again(sent), Some(stored)) => (stored.seed.clone(), sent, true),
        (Asked::Lately(sent), Some(stored)) => (stored.seed.clone(), sent, false),
        (Asked::Fresh(sent) | Asked::Again(sent) | Asked::Lately(sent), _) => {
            (hex::encode(random::bytes::<16>()), sent, true)
        }
    };
    let [newest, before] = replaced.as_ref().map(|stored| stored.asked_from.clone()).unwrap_or_default();
    let site = claim.site.to_string();
    let asked_from = if is_sent && newest != site { [site, newest] } else { [newest, before] };
    let stored = Stored { seed, sent, asked_from };
    store(&mut tx, claim, &stored).await?;
    tx.commit().await?;
    let resend_in = tries.first().map_or(0, |tries| tries.blocked_until.since(now));
    let code = is_sent.then(|| code(accounts, claim, &stored.seed, sent.number(now)));
    Ok(Issued { code, ends_in: sent.ends_in(now), resend_in, stored, replaced })
}

/// Undoes the storing of a code that could not be delivered, so that the customer may ask again at once. The code
/// before it, which the customer may have, is valid as before.
pub async fn withdraw(accounts: &Accounts, claim: Claim<'_>, issued: &Issued) -> Result<(), DbError> {
    let Claim { email, scene, .. } = claim;
    let Stored { seed, sent, .. } = &issued.stored;
    let (seed, sent_at) = (seed.as_str(), sent.sent_at.0);
    let mut tx = accounts.db.begin().await?;
    match &issued.replaced {
        None => execute!(&mut tx, WITHDRAW, email, scene.tag(), seed, sent_at)?,
        Some(before) => {
            let (row, SentCode { born_at, sent_at: before_at, sent_count }) = (before.seed.as_str(), before.sent);
            let (newest, older) = (before.asked_from[0].as_str(), before.asked_from[1].as_str());
            let (born_at, before_at) = (born_at.0, before_at.0);
            execute!(
                &mut tx,
                RESTORE,
                email,
                scene.tag(),
                seed,
                sent_at,
                row,
                born_at,
                before_at,
                sent_count,
                newest,
                older
            )?
        }
    };
    tx.commit().await?;
    throttle::succeeded(accounts, &[asking(claim)]).await
}

/// Checks a guess at the code. A wrong one is counted before this returns; a right one stays valid until it is used up.
///
/// # Errors
/// `code_invalid`, `code_expired`, `too_many_tries` from this network, `rate_limited` for all networks that are not
/// known.
pub async fn prove<'a>(accounts: &Accounts, claim: Claim<'a>, guess: &Secret) -> Result<Proof<'a>, ApiError> {
    let mut reader = accounts.db.read().await?;
    let stored = find(&mut reader, claim).await?.ok_or(ApiError::invalid("code_invalid", "code"))?;
    let is_known = known_networks::is_known(&mut reader, claim.email, claim.site).await?;
    drop(reader);
    let now = accounts.clock.now();
    if !stored.sent.is_good(now) {
        return Err(ApiError::invalid("code_expired", "code"));
    }
    let budgets = guessing(claim, is_known || stored.asked_from.contains(&claim.site.to_string()));
    throttle::attempt(accounts, &budgets).await?.map_err(|used_up| match used_up.index {
        0 => ApiError {
            retry_after_seconds: Some(used_up.wait.seconds()),
            ..ApiError::invalid("too_many_tries", "code")
        },
        _ => used_up.into(),
    })?;
    let guess = guess.expose().trim();
    if !stored.sent.good_numbers(now).any(|number| code(accounts, claim, &stored.seed, number).expose() == guess) {
        return Err(ApiError::invalid("code_invalid", "code"));
    }
    // A customer with the code may request the next one at once.
    throttle::succeeded(accounts, &[&budgets[..], &[asking(claim)]].concat()).await?;
    Ok(Proof { claim, seed: stored.seed })
}

impl Proof<'_> {
    /// Makes the code invalid; unless the caller commits, it stays valid.
    ///
    /// # Errors
    /// `code_invalid` when another request has used it up.
    pub async fn use_up(self, tx: &mut Tx) -> Result<(), ApiError> {
        let Claim { email, scene, .. } = self.claim;
        let gone = execute!(tx, USE_UP, email, scene.tag(), self.seed.as_str())?;
        if gone == 1 { Ok(()) } else { Err(ApiError::invalid("code_invalid", "code")) }
    }
}

/// Deletes codes sent before `before`.
pub async fn purge(db: &Db, before: UnixMillis) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, PURGE, before.0)?;
    tx.commit().await
}

async fn find(on: &mut impl Session, claim: Claim<'_>) -> Result<Option<Stored>, DbError> {
    let row = fetch_optional!(on, (String, i64, i64, i64, String, String), FIND, claim.email, claim.scene.tag())?;
    Ok(row.map(|(seed, born_at, sent_at, sent_count, newest, before)| {
        let sent = SentCode { born_at: UnixMillis(born_at), sent_at: UnixMillis(sent_at), sent_count };
        Stored { seed, sent, asked_from: [newest, before] }
    }))
}

async fn store(tx: &mut Tx, claim: Claim<'_>, stored: &Stored) -> Result<(), DbError> {
    let Stored { seed, sent: SentCode { born_at, sent_at, sent_count }, asked_from: [newest, before] } = stored;
    let (seed, newest, before) = (seed.as_str(), newest.as_str(), before.as_str());
    execute!(tx, STORE, claim.email, claim.scene.tag(), seed, born_at.0, sent_at.0, *sent_count, newest, before)?;
    Ok(())
}

fn asking(Claim { email, scene, site }: Claim<'_>) -> Budget {
    Budget::new(&ASK_FOR_CODE, format!("ask:{}:{email}:{site}", scene.tag()))
}

/// The network's own budget, and, if the network is not known, the budget of all unknown networks together.
fn guessing(Claim { email, scene, site }: Claim<'_>, is_known: bool) -> Vec<Budget> {
    let own = Budget::new(&CODE, format!("code:{}:{email}:{site}", scene.tag()));
    let all = Budget::new(&CODE_ANYWHERE, format!("code:{}:{email}", scene.tag()));
    if is_known { vec![own] } else { vec![own, all] }
}

/// One of a seed's codes. Seeds are in the database, so codes depend on the server's key too: the database alone does
/// not reveal them.
fn code(accounts: &Accounts, Claim { email, scene, .. }: Claim<'_>, seed: &str, number: i64) -> Secret {
    let tag = accounts.key.tag(&["email code", email, scene.tag(), seed, &number.to_string()]);
    let random = u64::from_str_radix(&tag[..16], 16).unwrap_or_default();
    Secret::new(six_digits(random))
}
