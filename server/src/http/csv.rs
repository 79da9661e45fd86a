//! Lists as files for spreadsheets: RFC 4180, in UTF-8 with the byte-order mark that spreadsheets need to detect it.

use std::borrow::Cow;

use axum::http::HeaderName;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use csv::{Terminator, Writer, WriterBuilder};

use super::ApiError;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
/// The total number of rows, in the file or not.
const TOTAL: HeaderName = HeaderName::from_static("x-total-count");

/// A file of `N` columns.
#[derive(Debug)]
pub struct CsvFile<const N: usize>(Writer<Vec<u8>>);

impl<const N: usize> CsvFile<N> {
    /// A file that begins with the names of its columns.
    pub fn new(columns: [&str; N]) -> Result<Self, ApiError> {
        let writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(BYTE_ORDER_MARK.to_vec());
        let mut file = Self(writer);
        file.row(columns)?;
        Ok(file)
    }

    pub fn row(&mut self, cells: [&str; N]) -> Result<(), ApiError> {
        let cells = cells.map(harmless);
        self.0.write_record(cells.iter().map(|cell| cell.as_bytes())).map_err(ApiError::internal)
    }

    /// Adds a last row with a remark on the file for its reader.
    pub fn note(&mut self, sentence: &str) -> Result<(), ApiError> {
        let mut cells = [""; N];
        if let Some(first) = cells.first_mut() {
            *first = sentence;
        }
        self.row(cells)
    }

    /// The bytes of the file.
    pub fn bytes(self) -> Result<Vec<u8>, ApiError> {
        self.0.into_inner().map_err(|error| ApiError::internal(error.to_string()))
    }

    /// The file as a download under `name`, which is plain ASCII. `total` is the number of all rows, in the file or
    /// not.
    pub fn download(self, name: &str, total: i64) -> Result<Response, ApiError> {
        let bytes = self.bytes()?;
        let headers = [
            (CONTENT_TYPE, "text/csv; charset=utf-8; header=present".to_owned()),
            (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
            (TOTAL, total.to_string()),
        ];
        Ok((headers, bytes).into_response())
    }
}

/// A spreadsheet reads a cell that begins with these as a formula, quoted or not; an apostrophe before it makes it a
/// text (OWASP, CSV Injection). Numbers stay numbers.
fn harmless(cell: &str) -> Cow<'_, str> {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']);
    let is_number = cell.strip_prefix('-').is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_digit()) && rest.bytes().all(|b| b.is_ascii_digit() || b == b'.')
    });
    if is_formula && !is_number { format!("'{cell}").into() } else { cell.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_file_has_quotes_where_rfc_4180_wants_them() {
        let mut file = CsvFile::new(["id", "name"]).unwrap();
        file.row(["1", "Berkshire, \"B\"\r\n"]).unwrap();
        file.row(["2", "蘋果"]).unwrap();
        file.note("the rest is elsewhere").unwrap();
        let response = file.download("orders.csv", 7).unwrap();
        let header = |name: &str| response.headers()[name].to_str().unwrap();
        assert_eq!(header("content-type"), "text/csv; charset=utf-8; header=present");
        assert_eq!(header("content-disposition"), "attachment; filename=\"orders.csv\"");
        assert_eq!(header("x-total-count"), "7");
        let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let expected = "\u{feff}id,name\r\n1,\"Berkshire, \"\"B\"\"\r\n\"\r\n2,蘋果\r\nthe rest is elsewhere,\r\n";
        assert_eq!(std::str::from_utf8(&bytes).unwrap(), expected);
    }

    #[test]
    fn no_cell_is_a_formula() {
        for formula in
            ["=1+1", "+1", "-1+cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", "\r=1", "-", "--1", "-.5", "＝1", "－1"]
        {
            assert_eq!(harmless(formula), format!("'{formula}"));
        }
        for plain in ["", "1", "-1", "-0.50", "AAPL", "a=b", "'=1", " =1"] {
            assert_eq!(harmless(plain), plain);
        }
    }
}
