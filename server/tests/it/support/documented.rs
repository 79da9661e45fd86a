//! Compares each refusal that a test gets with the API document.

use std::sync::LazyLock;

use plumbline::router::document;
use serde_json::Value;

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| serde_json::to_value(document()).unwrap());

/// Fails unless the document names `word` among the refusals of the call with this status. Answers for an unknown URL
/// or method are not a call's refusals.
#[track_caller]
pub fn hold(method: &str, url: &str, status: u16, word: &str) {
    let path = url.split('?').next().unwrap_or_default();
    let Some(call) = call(&method.to_lowercase(), path) else { return };
    let response = &call["responses"][status.to_string()];
    let reference = response["$ref"].as_str().and_then(|name| DOCUMENT.pointer(name.strip_prefix('#')?));
    let words = reference.unwrap_or(response)["description"].as_str().unwrap_or_default();
    assert!(
        words.split(", ").any(|known| known == word),
        "{method} {path} answered {status} {word}, and the document names {words:?} for that status"
    );
}

fn call(method: &str, path: &str) -> Option<&'static Value> {
    let paths = DOCUMENT["paths"].as_object().unwrap();
    let exact = paths.get(path);
    let found = exact.or_else(|| paths.iter().find(|(template, _)| fits(template, path)).map(|(_, item)| item));
    found?.get(method)
}

fn fits(template: &str, path: &str) -> bool {
    let (template, path): (Vec<_>, Vec<_>) = (template.split('/').collect(), path.split('/').collect());
    template.len() == path.len() && template.iter().zip(path).all(|(part, text)| *part == text || part.starts_with('{'))
}
