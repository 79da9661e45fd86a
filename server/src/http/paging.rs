//! Paged lists: `pageNum` from 1, `pageSize` up to 100.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::ApiError;

const PAGE_SIZE_DEFAULT: i64 = 20;
const PAGE_NUM_MAX: i64 = 1_000_000;
const PAGE_SIZE_MAX: i64 = 100;
/// Rows of a history that its pages count and lead to: more than a person reads.
pub const COUNTED_MAX: i64 = 10_000;

/// Which page of a list is asked for. Flattened into request types; numbers out of range are clamped.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// From 1.
    #[serde(deserialize_with = "number_or_text")]
    pub page_num: Option<i64>,
    /// 1 to 100; 20 when absent.
    #[serde(deserialize_with = "number_or_text")]
    pub page_size: Option<i64>,
}

/// A flattened query parameter arrives as text, a flattened body field as a number.
fn number_or_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Number(i64),
        Text(String),
        Null(()),
    }
    match Either::deserialize(deserializer)? {
        Either::Number(number) => Ok(Some(number)),
        Either::Text(text) => text.parse().map(Some).map_err(|_| D::Error::custom("a page is a whole number")),
        Either::Null(()) => Ok(None),
    }
}

impl Page {
    /// The page, where there is one of that number and size.
    ///
    /// # Errors
    /// `page_invalid`.
    pub fn checked(self) -> Result<Self, ApiError> {
        let wrong = |number: Option<i64>, most| number.is_some_and(|number| !(1..=most).contains(&number));
        if wrong(self.page_num, PAGE_NUM_MAX) {
            return Err(ApiError::invalid("page_invalid", "pageNum"));
        }
        if wrong(self.page_size, PAGE_SIZE_MAX) {
            return Err(ApiError::invalid("page_invalid", "pageSize"));
        }
        Ok(self)
    }

    pub fn number(self) -> i64 {
        self.page_num.unwrap_or(1).clamp(1, i64::MAX / PAGE_SIZE_MAX)
    }

    pub fn size(self) -> i64 {
        self.page_size.unwrap_or(PAGE_SIZE_DEFAULT).clamp(1, PAGE_SIZE_MAX)
    }

    /// Rows before the page.
    pub fn offset(self) -> i64 {
        (self.number() - 1) * self.size()
    }

    /// Whether a list of `total` rows has this page.
    pub fn is_within(self, total: i64) -> bool {
        self.offset() < total
    }

    /// The page's rows with the total that the query counted.
    pub fn of<T>(self, list: Vec<T>, total: i64) -> Paged<T> {
        Paged { list, page: PageInfo { page_num: self.number(), page_size: self.size(), total } }
    }

    /// Cuts the page out of a list that is in memory.
    pub fn cut<T: Clone>(self, all: &[T]) -> Paged<T> {
        let start = usize::try_from(self.offset()).unwrap_or(usize::MAX).min(all.len());
        let end = start.saturating_add(usize::try_from(self.size()).unwrap_or(0)).min(all.len());
        self.of(all[start..end].to_vec(), i64::try_from(all.len()).unwrap_or(i64::MAX))
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageInfo {
    pub page_num: i64,
    pub page_size: i64,
    /// Rows of the whole list; of histories (orders that have ended, fills, sales, the bill, deposits, transfers,
    /// withdrawals, notices) the newest 10,000 are counted.
    pub total: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Paged<T> {
    pub list: Vec<T>,
    pub page: PageInfo,
}
