/// One sentence on a checked subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub(super) well: bool,
    pub(super) sentence: String,
}

impl Finding {
    pub(super) fn well(sentence: impl Into<String>) -> Self {
        Self { well: true, sentence: sentence.into() }
    }

    pub(super) fn wrong(sentence: impl Into<String>) -> Self {
        Self { well: false, sentence: sentence.into() }
    }
}
