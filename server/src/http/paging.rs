//! Paged lists: `pageNum` from 1, `pageSize` up to 100.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{ApiError, wire};

const PAGE_SIZE_DEFAULT: i64 = 20;
/// Rows of a history that its pages count and reach: more than a person reads.
pub const COUNTED_MAX: i64 = 10_000;

/// The page of a list to answer: a body, a query, or a part of either. It becomes a `Page` once it is checked.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct PageRequest {
    /// The number of the page, from 1.
    #[serde(default, deserialize_with = "number_or_text")]
    page_num: Option<wire::PageNumber>,
    /// Rows a page: 1 to 100; 20 when absent.
    #[serde(default, deserialize_with = "number_or_text")]
    page_size: Option<wire::PageSize>,
}

/// A valid page of a list.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    number: i64,
    size: i64,
}

/// A flattened query parameter arrives as text, a flattened body field as a number.
fn number_or_text<'de, D: Deserializer<'de>, N: From<i64>>(deserializer: D) -> Result<Option<N>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Number(i64),
        Text(String),
        Null(()),
    }
    match Either::deserialize(deserializer)? {
        Either::Number(number) => Ok(Some(number.into())),
        Either::Text(text) => {
            let number: i64 = text.parse().map_err(|_| D::Error::custom("a page is a whole number"))?;
            Ok(Some(number.into()))
        }
        Either::Null(()) => Ok(None),
    }
}

impl PageRequest {
    /// The first page, of a list that has no other.
    pub const fn of_size(page_size: Option<wire::PageSize>) -> Self {
        Self { page_num: None, page_size }
    }

    /// The page, if its number and size are allowed.
    ///
    /// # Errors
    /// `page_invalid`.
    pub fn checked(self) -> Result<Page, ApiError> {
        let of = |asked: Option<i64>, usual, most, field| {
            let number = asked.unwrap_or(usual);
            (1..=most).contains(&number).then_some(number).ok_or(ApiError::invalid("page_invalid", field))
        };
        Ok(Page {
            number: of(self.page_num.map(i64::from), 1, wire::PageNumber::MAX, "pageNum")?,
            size: of(self.page_size.map(i64::from), PAGE_SIZE_DEFAULT, wire::PageSize::MAX, "pageSize")?,
        })
    }
}

impl Page {
    /// The first page of a list that the server itself reads.
    pub const fn first(size: i64) -> Self {
        Self { number: 1, size }
    }

    pub const fn number(self) -> i64 {
        self.number
    }

    pub const fn size(self) -> i64 {
        self.size
    }

    /// Rows before the page.
    pub fn offset(self) -> i64 {
        (self.number() - 1) * self.size()
    }

    /// True if a list of `total` rows has this page.
    pub fn is_within(self, total: i64) -> bool {
        self.offset() < total
    }

    /// The page with its rows and the total that the query counted.
    pub fn of<T>(self, list: Vec<T>, total: i64) -> Paged<T> {
        Paged { list, page: PageInfo { page_num: self.number().into(), page_size: self.size().into(), total } }
    }

    /// The page cut out of a list in memory.
    pub fn cut<T: Clone>(self, all: &[T]) -> Paged<T> {
        let start = usize::try_from(self.offset()).unwrap_or(usize::MAX).min(all.len());
        let end = start.saturating_add(usize::try_from(self.size()).unwrap_or(0)).min(all.len());
        self.of(all[start..end].to_vec(), i64::try_from(all.len()).unwrap_or(i64::MAX))
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageInfo {
    pub page_num: wire::PageNumber,
    pub page_size: wire::RowCount,
    /// Rows of the whole list; of histories (orders that have ended, fills, sales, the bill, deposits, transfers,
    /// withdrawals, notices) the newest 10,000 are counted.
    pub total: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Paged<T> {
    pub list: Vec<T>,
    pub page: PageInfo,
}
