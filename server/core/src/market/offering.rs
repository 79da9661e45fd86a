//! Public offerings: a company publishes its price, takes subscriptions, allots its shares, and is listed.

use std::ops::Range;

use crate::time::UnixMillis;

/// The moments of a new stock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offering {
    /// The span of subscription.
    pub subscription: Range<UnixMillis>,
    /// The start of trading.
    pub listed_at: UnixMillis,
}

/// The stage that a new stock has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OfferingStatus {
    /// The prospectus is out or to come, and subscription has not begun.
    Upcoming,
    Open,
    /// Subscription has ended, and trading has not begun.
    Allotment,
    Listed,
}

impl OfferingStatus {
    pub const ALL: [Self; 4] = [Self::Upcoming, Self::Open, Self::Allotment, Self::Listed];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Upcoming => "upcoming",
            Self::Open => "open",
            Self::Allotment => "allotment",
            Self::Listed => "listed",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.code() == code)
    }
}

impl Offering {
    /// `None` unless the subscription has a length and the listing comes after it.
    pub fn new(subscription: Range<UnixMillis>, listed_at: UnixMillis) -> Option<Self> {
        let sound = subscription.start < subscription.end && subscription.end < listed_at;
        sound.then_some(Self { subscription, listed_at })
    }

    pub fn status(&self, now: UnixMillis) -> OfferingStatus {
        if now >= self.listed_at {
            OfferingStatus::Listed
        } else if now >= self.subscription.end {
            OfferingStatus::Allotment
        } else if now >= self.subscription.start {
            OfferingStatus::Open
        } else {
            OfferingStatus::Upcoming
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_stock_goes_from_its_prospectus_to_its_listing() {
        let offering = Offering::new(UnixMillis(10)..UnixMillis(20), UnixMillis(30)).unwrap();
        let table = [(9, "upcoming"), (10, "open"), (19, "open"), (20, "allotment"), (29, "allotment"), (30, "listed")];
        for (now, status) in table {
            assert_eq!(offering.status(UnixMillis(now)).code(), status, "{now}");
            assert_eq!(OfferingStatus::from_code(status), Some(offering.status(UnixMillis(now))));
        }
        for (from, to, listed) in [(20, 20, 30), (10, 30, 30), (10, 20, 15)] {
            assert_eq!(Offering::new(UnixMillis(from)..UnixMillis(to), UnixMillis(listed)), None);
        }
        assert_eq!(OfferingStatus::from_code("closed"), None);
    }
}
