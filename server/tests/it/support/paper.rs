//! The texts on the pages of a PDF.

use std::io::Read;

use flate2::read::ZlibDecoder;

/// A text, with the place of its baseline in points from the left and from the bottom.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    pub left: f32,
    pub bottom: f32,
    pub words: String,
}

/// A page: its texts as they were drawn.
#[derive(Clone, Debug, Default)]
pub struct Page(pub Vec<Text>);

impl Page {
    /// The texts of each line, from the top down and from left to right.
    pub fn lines(&self) -> Vec<Vec<&str>> {
        let mut texts: Vec<&Text> = self.0.iter().collect();
        texts.sort_by(|a, b| b.bottom.total_cmp(&a.bottom).then(a.left.total_cmp(&b.left)));
        let lines = texts.chunk_by(|a, b| a.bottom == b.bottom);
        lines.map(|line| line.iter().map(|text| text.words.as_str()).collect()).collect()
    }

    pub fn has(&self, words: &str) -> bool {
        self.0.iter().any(|text| text.words.contains(words))
    }
}

/// The pages of a file that has no other streams. Fails if its table of objects is wrong.
pub fn pages(file: &[u8]) -> Vec<Page> {
    hold_objects(file);
    let mut pages = Vec::new();
    let mut rest = file;
    while let Some(begin) = find(rest, b"stream\n") {
        let body = &rest[begin + 7..];
        let end = find(body, b"endstream").expect("a stream ends");
        let mut drawn = Vec::new();
        ZlibDecoder::new(&body[..end]).read_to_end(&mut drawn).expect("a page is compressed");
        pages.push(read(&drawn));
        rest = &body[end + 9..];
    }
    pages
}

/// Checks that each entry of the table at the file's end is the place where its object begins.
fn hold_objects(file: &[u8]) {
    assert!(file.starts_with(b"%PDF-1.7"), "the head of a PDF");
    let last = file.len() - file.len().min(64);
    let tail = String::from_utf8_lossy(&file[last..]);
    let (_, at) = tail.split_once("startxref").expect("where the table is");
    let at: usize = at.split_whitespace().next().unwrap().parse().unwrap();
    let table = String::from_utf8_lossy(&file[at..]);
    let entries = table.lines().skip(2).take_while(|line| *line != "trailer");
    for (number, entry) in
        entries.enumerate().skip(1).filter(|(_, entry)| entry.ends_with("n") || entry.ends_with("n "))
    {
        let place: usize = entry[..10].parse().unwrap();
        assert!(file[place..].starts_with(format!("{number} 0 obj").as_bytes()), "object {number} at {place}");
    }
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

/// Reads the operators that set text: `Tf`, `Td` and `Tj`.
fn read(drawn: &[u8]) -> Page {
    let (mut page, mut font, mut operands) = (Page::default(), Vec::new(), Vec::<Vec<u8>>::new());
    let mut at = 0;
    while let Some(token) = token(drawn, &mut at) {
        match token.as_slice() {
            b"Tf" => font = operands[operands.len() - 2].clone(),
            b"Td" => {
                let [left, bottom] =
                    [2, 1].map(|back| String::from_utf8_lossy(&operands[operands.len() - back]).parse().unwrap());
                page.0.push(Text { left, bottom, words: String::new() });
            }
            b"Tj" => page.0.last_mut().unwrap().words.push_str(&decoded(&font, &operands[operands.len() - 1][1..])),
            _ => {
                operands.push(token);
                continue;
            }
        }
        operands.clear();
    }
    page
}

/// The next number, name or operator; for a string a `(` before its content. Other operators clear nothing, so that
/// operands are taken from the end.
fn token(drawn: &[u8], at: &mut usize) -> Option<Vec<u8>> {
    while drawn.get(*at).is_some_and(u8::is_ascii_whitespace) {
        *at += 1;
    }
    match drawn.get(*at)? {
        b'(' => Some(literal(drawn, at)),
        b'<' => {
            let end = *at + find(&drawn[*at..], b">").unwrap();
            let bytes = hex::decode(&drawn[*at + 1..end]).unwrap();
            *at = end + 1;
            Some([b"(".to_vec(), bytes].concat())
        }
        _ => {
            let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'(' | b'<');
            let end = drawn[*at..].iter().position(is_end).map_or(drawn.len(), |length| *at + length);
            let word = drawn[*at..end].to_vec();
            *at = end;
            Some(word)
        }
    }
}

fn literal(drawn: &[u8], at: &mut usize) -> Vec<u8> {
    let (mut bytes, mut depth) = (b"(".to_vec(), 0);
    loop {
        let byte = drawn[*at];
        *at += 1;
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        match byte {
            b'(' if depth == 1 => {}
            b')' if depth == 0 => return bytes,
            b'\\' => {
                let escaped = drawn[*at];
                *at += 1;
                bytes.push(match escaped {
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'b' => 8,
                    b'f' => 12,
                    other => other,
                });
            }
            other => bytes.push(other),
        }
    }
}

fn decoded(font: &[u8], bytes: &[u8]) -> String {
    match font {
        b"/C" => {
            let units: Vec<u16> = bytes.chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
            String::from_utf16(&units).unwrap()
        }
        b"/S" => bytes.iter().map(|byte| if *byte == 0xae { '→' } else { '?' }).collect(),
        _ => bytes
            .iter()
            .map(|byte| match byte {
                0x81 => '\u{2212}',
                0x96 => '–',
                byte => char::from(*byte),
            })
            .collect(),
    }
}
