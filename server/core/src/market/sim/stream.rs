//! A stream of randomness: a function of the public seed before the first day with a seed of its own, and from then on of
//! the seeds of the days.
//!
//! A motion continues from the public one at the first day's midnight. Each day adds a motion that begins at zero and
//! is keyed by the day, so the path is continuous across midnights, and varies as the public one does. Within a day it
//! follows the pace of its [`Shape`].

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::days::{DAY_STEPS, Days, StreamKey, day_of, number_of};
use super::jump::Jump;
use super::noise::{FINE, brownian, brownian_between, gaussian, hash, tents};
use super::shape::Shape;
use super::steps::step_at;
use crate::time::UnixMillis;

/// Levels of the sum that covers a day: 2^19 steps.
const DAY_LEVELS: u32 = 19;
/// The place at which the step at the start of a trading day is drawn; motions are drawn below it.
const GAP: u64 = 1 << 62;
/// The place at which books are drawn, to which the steps since midnight are added.
const BOOKS: u64 = 1 << 63;
/// The place at which the step of a new stock's first price is drawn.
const FIRST: u64 = GAP | 1;
/// The places at which the jump of a day is drawn: its occurrence, its moment and its size.
const JUMPS: [u64; 3] = [GAP | 2, GAP | 3, GAP | 4];
/// The place at which the orders of an auction are drawn, to which their own places are added.
const ORDERS: u64 = GAP | BOOKS;

/// One stream of a market.
#[derive(Clone, Debug)]
pub(super) struct Stream {
    public: u64,
    shape: Shape,
    course: Option<Arc<Course>>,
}

/// A stream from the first day with a seed on. All users of one stream share it, so that a day is added up once.
#[derive(Debug)]
struct Course {
    name: String,
    days: Arc<Days>,
    /// The public motion at the first day's midnight.
    begins: i64,
    passed: RwLock<Vec<Day>>,
}

/// A day of a stream.
#[derive(Clone, Copy, Debug)]
struct Day {
    key: StreamKey,
    /// Its date, counted from 1970.
    date: i64,
    /// The motion at its midnight.
    motion: i64,
    /// The steps at the starts of trading days that began by its end, added up from the first day on.
    gaps: i64,
    /// The jumps of the days before it, added up from the first day on, and its own.
    jumps: i64,
    jump: Option<Jump>,
}

impl Stream {
    /// The key of the stream for computations without the seeds.
    pub const fn public(&self) -> u64 {
        self.public
    }

    /// The stream in the shape of its days. All users of a stream must use one shape.
    pub fn shaped(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }

    /// The motion at `step`, in units of 2^-16 of the deviation of one step.
    pub fn motion(&self, step: i64) -> i64 {
        match self.day(step) {
            None => self.public_motion(step),
            Some((day, offset)) => day.motion + within_day(day.key, self.shape.moved(day.date, offset)),
        }
    }

    /// The motion that there would be if no day had a seed of its own.
    pub fn public_motion(&self, step: i64) -> i64 {
        let (day, offset) = (day_of(step), step.rem_euclid(DAY_STEPS));
        brownian_between(self.public, ((day * DAY_STEPS) << FINE) + self.shape.moved(number_of(day), offset))
    }

    /// The random number of the book at `step`; before the first day from the stream `public`.
    pub fn book(&self, public: u64, step: i64) -> u64 {
        match self.day(step) {
            None => hash(public, step as u64),
            Some((day, offset)) => day.key.draw(BOOKS | offset as u64),
        }
    }

    /// The random number of the first price at `step`; before the first day from the stream `public`.
    pub fn first(&self, public: u64, step: i64) -> u64 {
        self.day(step).map_or_else(|| hash(public, FIRST), |(day, _)| day.key.draw(FIRST))
    }

    /// The random number of the order at `place` of an auction that ends at `step`; before the first day from the
    /// stream `public`.
    pub fn order(&self, public: u64, step: i64, place: u64) -> u64 {
        match self.day(step) {
            None => hash(hash(public, day_of(step) as u64), place),
            Some((day, _)) => day.key.draw(ORDERS | place),
        }
    }

    /// The steps at the starts of trading days up to the one that began at `starts` and has the date `number`, in units
    /// of 2^-16 of the deviation of one; before the first day of the stream `public`. A trading day's own step comes
    /// from the seed of the day that it began on, and is secret before.
    pub fn gaps(&self, public: u64, number: i64, starts: UnixMillis) -> i64 {
        match (self.day(step_at(starts)), &self.course) {
            (Some((day, _)), Some(course)) => brownian(public, number_of(course.days.first()) - 1) + day.gaps,
            _ => brownian(public, number),
        }
    }

    /// The jumps up to `step`, added up, in units of 2^-32; none before the first day.
    pub fn jumps(&self, step: i64) -> i64 {
        let own = |(day, offset): (Day, i64)| day.jump.filter(|jump| jump.offset <= offset).map_or(0, |jump| jump.size);
        self.day(step).map_or(0, |found| found.0.jumps + own(found))
    }

    /// The step of the jump of the day that `step` lies in; `None` until the jump has come.
    pub fn jumped(&self, step: i64) -> Option<i64> {
        let (day, offset) = self.day(step)?;
        let jump = day.jump.filter(|jump| jump.offset <= offset)?;
        Some(step - offset + jump.offset)
    }

    /// The day of a step and the steps since its midnight; `None` before the first. A step of a day whose seed is not known
    /// counts as the last one before.
    fn day(&self, step: i64) -> Option<(Day, i64)> {
        let course = self.course.as_ref()?;
        let index = usize::try_from(day_of(step) - course.days.first()).ok()?;
        match course.day(index) {
            (last, Some(day)) if last == index => Some((day, step.rem_euclid(DAY_STEPS))),
            (_, day) => day.map(|day| (day, DAY_STEPS - 1)),
        }
    }
}

impl Course {
    /// A day, counted from the first, or the last one before it whose seed is known.
    fn day(&self, index: usize) -> (usize, Option<Day>) {
        if let Some(day) = self.passed.read().unwrap_or_else(PoisonError::into_inner).get(index) {
            return (index, Some(*day));
        }
        let mut passed = self.passed.write().unwrap_or_else(PoisonError::into_inner);
        while passed.len() <= index
            && let Some(key) = self.days.key(passed.len(), &self.name)
        {
            let (motion, gaps, jumps) = passed.last().map_or((self.begins, 0, 0), |last| {
                let jumped = last.jump.map_or(0, |jump| jump.size);
                (last.motion + within_day(last.key, DAY_STEPS << FINE), last.gaps, last.jumps + jumped)
            });
            let day = self.days.first() + i64::try_from(passed.len()).unwrap_or(0);
            passed.push(Day {
                key,
                date: number_of(day),
                motion,
                gaps: gaps + gaussian(key.draw(GAP)),
                jumps,
                jump: Jump::of(JUMPS.map(|place| key.draw(place))),
            });
        }
        let last = index.min(passed.len().saturating_sub(1));
        (last, passed.get(last).copied())
    }
}

/// The motion of a day at a place that is counted in parts of a step.
fn within_day(key: StreamKey, at: i64) -> i64 {
    tents(DAY_LEVELS, at, |place| key.draw(place))
}

/// The streams of a market whose days have seeds, by their names.
#[derive(Debug)]
pub(super) struct Courses {
    /// The market's name, which the keys of streams are made from.
    feed: Arc<str>,
    days: Arc<Days>,
    known: Mutex<BTreeMap<String, Arc<Course>>>,
}

impl Courses {
    pub fn new(feed: Arc<str>, days: Arc<Days>) -> Self {
        Self { feed, days, known: Mutex::new(BTreeMap::new()) }
    }

    pub fn days(&self) -> &Days {
        &self.days
    }

    fn course(&self, name: &str, public: u64) -> Arc<Course> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || {
            let begins = brownian(public, self.days.first() * DAY_STEPS);
            let (name, days) = (format!("{} {name}", self.feed), self.days.clone());
            Arc::new(Course { name, days, begins, passed: RwLock::default() })
        };
        known.entry(name.to_owned()).or_insert_with(make).clone()
    }
}

/// The stream called `name`, whose key before the first day is `public`.
pub(super) fn stream(courses: Option<&Courses>, name: &str, public: u64) -> Stream {
    Stream { public, shape: Shape::Even, course: courses.map(|courses| courses.course(name, public)) }
}
