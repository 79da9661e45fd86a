//! How many requests one client may send: by address, by session, and for the actions that guess at secrets or
//! send mail.

use std::hash::{BuildHasher, Hash, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use clap::Args;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::{ApiError, ClientAddress, bearer};
use crate::app::App;

/// Calls that test a secret or send mail.
const GUARDED: [&str; 7] = [
    "/getEmailCode",
    "/register/email",
    "/loginByUsername",
    "/resetPassword",
    "/updatePassword",
    "/settingPayPassword",
    "/updatePayPassword",
];

/// Requests a minute, which may also come all at once; 0 lifts a limit.
#[derive(Args, Clone, Copy, Debug)]
pub struct LimitFlags {
    /// Requests a minute from one address (an IPv6 /64 counts as one); 0 for no limit.
    #[arg(long, env = "PLUMBLINE_REQUESTS_PER_MINUTE", default_value_t = 3_000, value_name = "COUNT")]
    pub requests_per_minute: u32,

    /// Actions (POST) a minute in one session; 0 for no limit.
    #[arg(long, env = "PLUMBLINE_ACTIONS_PER_MINUTE", default_value_t = 600, value_name = "COUNT")]
    pub actions_per_minute: u32,

    /// Logins, codes and password changes a minute from one address; 0 for no limit.
    #[arg(long, env = "PLUMBLINE_ATTEMPTS_PER_MINUTE", default_value_t = 30, value_name = "COUNT")]
    pub attempts_per_minute: u32,
}

/// The counts so far, in this process.
#[derive(Debug)]
pub struct Limits {
    requests: Limit<IpAddr>,
    actions: Limit<u64>,
    attempts: Limit<IpAddr>,
    hasher: RandomState,
}

impl Limits {
    pub fn new(flags: LimitFlags) -> Self {
        Self {
            requests: Limit::new(flags.requests_per_minute),
            actions: Limit::new(flags.actions_per_minute),
            attempts: Limit::new(flags.attempts_per_minute),
            hasher: RandomState::new(),
        }
    }

    /// Counts a request, or gives the seconds that it must wait.
    fn count(&self, address: IpAddr, request: &Request) -> Result<(), u64> {
        self.requests.count(&address)?;
        if request.method() != Method::POST {
            return Ok(());
        }
        if GUARDED.contains(&request.uri().path()) {
            self.attempts.count(&address)?;
        }
        // Whether the token is good is found out later; one that is not costs its sender the address's share.
        match bearer(request.headers()) {
            Some(token) => self.actions.count(&self.hasher.hash_one(token)),
            None => Ok(()),
        }
    }

    /// Forgets clients whose share is full again.
    fn forget_idle(&self) {
        self.requests.forget_idle();
        self.actions.forget_idle();
        self.attempts.forget_idle();
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

/// Forgets idle clients each minute, until the server stops.
pub fn start(app: &App) {
    let app = app.clone();
    tokio::spawn(async move {
        while tokio::time::timeout(Duration::from_secs(60), app.stopping.cancelled()).await.is_err() {
            app.limits.forget_idle();
        }
    });
}

/// Lets a request through, or answers 429 with `Retry-After`.
pub async fn check(State(app): State<App>, request: Request, next: Next) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    let address = ClientAddress::of(&parts, &app.config.trusted_proxies);
    let request = Request::from_parts(parts, body);
    app.limits.count(address.network(), &request).map_err(ApiError::rate_limited)?;
    Ok(next.run(request).await)
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
