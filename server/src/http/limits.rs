//! The number of requests that one client may send: by address, by account, and for the actions that test secrets or
//! send mail.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use clap::Args;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use plumbline_core::ids::{AccountId, SessionId};

use super::client_address::NETWORKS_A_SITE;
use super::{ApiError, ClientAddress, TrustedProxies};
use crate::supervision::Supervisor;

/// Calls that test a secret or send mail. `/api/user/sessions/end` tests one too and is left out, so that an attacker
/// at a customer's address cannot keep the customer from ending sessions: it is limited by its session's wrong tries
/// and its account's turns.
pub const GUARDED: [&str; 12] = [
    "/getEmailCode",
    "/register/email",
    "/loginByUsername",
    "/resetPassword",
    "/updatePassword",
    "/settingPayPassword",
    "/updatePayPassword",
    "/wallet/transfer",
    "/withdrawal/withdrawal-apply",
    "/UserAccount/addCardNo",
    "/UserAccount/UpdateCardNo",
    "/UserAccount/delete-card",
];

/// Calls that list and end sessions and change passwords: counted for each session by itself, so that a thief with one
/// session cannot keep the customer from ending it.
const OF_ACCESS: [&str; 5] =
    ["/api/user/sessions", "/api/user/sessions/end", "/updatePassword", "/settingPayPassword", "/updatePayPassword"];

/// Ends the calling session, so it works once in each and is not counted: even a thief with the customer's own token
/// cannot keep the customer from it.
const LOG_OUT: &str = "/logout";

/// Requests a minute, which may also come all at once; 0 lifts a limit.
#[derive(Args, Clone, Copy, Debug)]
pub struct LimitFlags {
    /// Requests a minute from one address (an IPv6 /64 counts as one, and a /48 may make four times as many); 0 for no
    /// limit.
    #[arg(long, env = "PLUMBLINE_REQUESTS_PER_MINUTE", default_value_t = 3_000, value_name = "COUNT")]
    pub requests_per_minute: u32,

    /// Actions (POST) a minute of one customer, in however many sessions; as many again of each session for listing and
    /// ending sessions and changing passwords, and logging out is not counted; 0 for no limit.
    #[arg(long, env = "PLUMBLINE_ACTIONS_PER_MINUTE", default_value_t = 600, value_name = "COUNT")]
    pub actions_per_minute: u32,

    /// Prices for transfers between currencies a minute of one customer; 0 for no limit.
    #[arg(long, env = "PLUMBLINE_QUOTES_PER_MINUTE", default_value_t = 30, value_name = "COUNT")]
    pub quotes_per_minute: u32,

    /// Logins, codes, password changes, transfers, withdrawals and changes of saved accounts a minute from one address;
    /// an IPv6 /48 may make four times as many. Ending sessions is not counted, so that an attacker who guesses from a
    /// customer's address does not keep the customer from it. 0 for no limit.
    #[arg(long, env = "PLUMBLINE_ATTEMPTS_PER_MINUTE", default_value_t = 30, value_name = "COUNT")]
    pub attempts_per_minute: u32,
}

/// The counts so far, in this process.
#[derive(Debug)]
pub struct Limits {
    requests: Limit<IpAddr>,
    site_requests: Limit<IpAddr>,
    actions: Limit<AccountId>,
    /// For [`OF_ACCESS`].
    access: Limit<SessionId>,
    quotes: Limit<AccountId>,
    attempts: Limit<IpAddr>,
    site_attempts: Limit<IpAddr>,
}

impl Limits {
    pub fn new(flags: LimitFlags) -> Self {
        Self {
            requests: Limit::new(flags.requests_per_minute),
            site_requests: Limit::new(flags.requests_per_minute.saturating_mul(NETWORKS_A_SITE)),
            actions: Limit::new(flags.actions_per_minute),
            access: Limit::new(flags.actions_per_minute),
            quotes: Limit::new(flags.quotes_per_minute),
            attempts: Limit::new(flags.attempts_per_minute),
            site_attempts: Limit::new(flags.attempts_per_minute.saturating_mul(NETWORKS_A_SITE)),
        }
    }

    /// Counts a request, or gives the seconds that it must wait.
    pub(super) fn count(&self, client: ClientAddress, request: &Request) -> Result<(), u64> {
        let (network, site) = (client.network(), client.site());
        self.requests.count(&network)?;
        self.site_requests.count(&site)?;
        if request.method() == Method::POST && GUARDED.contains(&request.uri().path()) {
            self.attempts.count(&network)?;
            self.site_attempts.count(&site)?;
        }
        Ok(())
    }

    /// Counts an action of a customer, in any session, or refuses it. It is called when the session is known; a request
    /// with an invalid token counts towards its address.
    ///
    /// # Errors
    /// `rate_limited`.
    pub fn count_action(&self, path: &str, account: AccountId, session: SessionId) -> Result<(), ApiError> {
        let counted = match path {
            LOG_OUT => Ok(()),
            _ if OF_ACCESS.contains(&path) => self.access.count(&session),
            _ => self.actions.count(&account),
        };
        counted.map_err(ApiError::rate_limited)
    }

    /// Counts a requested firm price, since each is another chance of a better one.
    ///
    /// # Errors
    /// `rate_limited`.
    pub fn count_quote(&self, account: AccountId) -> Result<(), ApiError> {
        self.quotes.count(&account).map_err(ApiError::rate_limited)
    }

    /// Drops clients whose share is full again.
    fn forget_idle(&self) {
        self.requests.forget_idle();
        self.site_requests.forget_idle();
        self.actions.forget_idle();
        self.access.forget_idle();
        self.quotes.forget_idle();
        self.attempts.forget_idle();
        self.site_attempts.forget_idle();
    }
}

#[derive(Debug)]
struct Limit<K: Hash + Eq + Clone>(Option<DefaultKeyedRateLimiter<K>>);

impl<K: Hash + Eq + Clone> Limit<K> {
    fn new(per_minute: u32) -> Self {
        Self(NonZeroU32::new(per_minute).map(|count| RateLimiter::keyed(Quota::per_minute(count))))
    }

    fn count(&self, key: &K) -> Result<(), u64> {
        let Some(limiter) = &self.0 else { return Ok(()) };
        limiter.check_key(key).map_err(|until| {
            let wait = until.wait_time_from(DefaultClock::default().now());
            wait.as_secs() + 1
        })
    }

    fn forget_idle(&self) {
        if let Some(limiter) = &self.0 {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// Drops idle clients each minute, until the server stops.
pub fn start(limits: Arc<Limits>, supervisor: &Supervisor) {
    let every = supervisor.every(Duration::from_secs(60));
    supervisor.spawn("limits", async move {
        while every.next().await {
            limits.forget_idle();
        }
    });
}

/// Lets a request through, or answers 429 with `Retry-After`.
pub async fn check(
    State((limits, proxies)): State<(Arc<Limits>, TrustedProxies)>,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    let address = ClientAddress::of(&parts, &proxies);
    let request = Request::from_parts(parts, body);
    limits.count(address, &request).map_err(ApiError::rate_limited)?;
    Ok(next.run(request).await)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: LimitFlags =
        LimitFlags { requests_per_minute: 0, actions_per_minute: 0, quotes_per_minute: 0, attempts_per_minute: 0 };

    #[test]
    fn each_key_has_its_own_share_and_zero_lifts_the_limit() {
        let limit = Limit::new(2);
        assert_eq!((limit.count(&1), limit.count(&1)), (Ok(()), Ok(())));
        let wait = limit.count(&1).unwrap_err();
        assert!((1..=31).contains(&wait), "{wait}");
        assert_eq!(limit.count(&2), Ok(()));
        let open = Limit::new(0);
        assert!((0..10_000).all(|_| open.count(&1).is_ok()));
    }

    #[test]
    fn many_networks_of_one_site_have_a_share_together() {
        let limits = Limits::new(LimitFlags { requests_per_minute: 50, ..NONE });
        let get = || Request::get("/healthz").body(axum::body::Body::empty()).unwrap();
        let asks = |text: String| limits.count(ClientAddress(text.parse().unwrap()), &get()).is_ok();
        let answered = (0..400).filter(|line| asks(format!("2001:db8:1:{line:x}::1"))).count();
        assert!((200..260).contains(&answered), "{answered}");
        assert!(asks("2001:db8:2::1".to_owned()) && asks("192.0.2.7".to_owned()), "others have their own share");
        let one_line = (0..200).filter(|host| asks(format!("2001:db8:3::{host:x}"))).count();
        assert!((50..80).contains(&one_line), "{one_line}");
    }

    #[test]
    fn many_networks_of_one_site_have_few_attempts() {
        let limits = Limits::new(LimitFlags { attempts_per_minute: 30, ..NONE });
        let post = |path: &str| Request::post(path).body(axum::body::Body::empty()).unwrap();
        let client = |text: String| ClientAddress(text.parse().unwrap());
        let attempt = |client: ClientAddress| limits.count(client, &post("/loginByUsername")).is_ok();
        let judged = (0..200).filter(|line| attempt(client(format!("2001:db8:1:{line:x}::1")))).count();
        assert!((120..160).contains(&judged), "{judged}");
        assert!(attempt(client("2001:db8:2::1".to_owned())), "another site has its own share");
        let guesser = client("192.0.2.7".to_owned());
        let transfers = (0..60).filter(|_| limits.count(guesser, &post("/wallet/transfer")).is_ok()).count();
        assert!((30..50).contains(&transfers), "{transfers}");
    }
}
