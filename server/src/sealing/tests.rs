use super::*;
use crate::secret::Secret;

fn given(keys: &[&str]) -> Sealer {
    let flags = SealingFlags { sealing_keys: Some(Secret::new(keys.join(","))), sealing_keys_file: None };
    Sealer::load(&flags, std::path::Path::new("nowhere")).unwrap()
}

fn digits(of: char) -> String {
    of.to_string().repeat(64)
}

#[test]
fn what_was_sealed_opens_in_its_context_and_nowhere_else() {
    let sealer = given(&[&digits('a')]);
    let sealed = sealer.seal(&["file", "7", "12"], b"a passport");
    assert_eq!(sealer.open(&["file", "7", "12"], &sealed).unwrap(), b"a passport");
    assert!(!sealed.windows(8).any(|window| window == b"passport"));
    for other in [&["file", "7", "13"][..], &["file", "71", "2"], &["file", "712"], &["file", "7", "12", ""], &[]] {
        assert!(matches!(sealer.open(other, &sealed), Err(OpenError::Changed)), "{other:?}");
    }
    assert_ne!(sealed, sealer.seal(&["file", "7", "12"], b"a passport"), "nobody sees that two things are the same");
}

#[test]
fn no_bit_of_a_sealed_thing_can_be_changed_and_no_byte_left_out() {
    let sealer = given(&[&digits('a')]);
    let sealed = sealer.seal(&["x"], b"12 bytes here");
    for at in 0..sealed.len() {
        for bit in 0..8 {
            let mut changed = sealed.clone();
            changed[at] ^= 1 << bit;
            assert!(sealer.open(&["x"], &changed).is_err(), "byte {at}, bit {bit}");
        }
        assert!(sealer.open(&["x"], &sealed[..at]).is_err(), "{at} bytes");
    }
}

#[test]
fn the_newest_key_seals_and_each_that_is_known_opens() {
    let old = given(&[&digits('a')]);
    let both = given(&[&digits('a'), &digits('b')]);
    let (before, after) = (old.seal(&["x"], b"1"), both.seal(&["x"], b"2"));
    assert_eq!(both.open(&["x"], &before).unwrap(), b"1");
    assert_eq!(Sealer::key_of(&after), Some(both.newest_key()));
    assert_ne!(Sealer::key_of(&before), Sealer::key_of(&after));
    assert!(matches!(old.open(&["x"], &after), Err(OpenError::Key(_))));
    assert!(matches!(given(&[&digits('b')]).open(&["x"], &before), Err(OpenError::Key(_))));
}

#[test]
fn a_key_that_is_added_to_the_file_is_noticed_by_a_server_that_runs() {
    let folder = tempfile::tempdir().unwrap();
    let sealer = Sealer::load(&SealingFlags::default(), folder.path()).unwrap();
    let before = sealer.seal(&["x"], b"1");
    let first = sealer.newest_key();
    let command = Sealer::load(&SealingFlags::default(), folder.path()).unwrap();
    assert_eq!(command.newest_key(), first, "the key is made once");
    command.add_key().unwrap();
    assert_ne!(sealer.newest_key(), first);
    let after = sealer.seal(&["x"], b"2");
    assert_eq!(Sealer::key_of(&after), Some(command.newest_key()));
    assert_eq!(command.open(&["x"], &before).unwrap(), b"1");
    let file = folder.path().join("sealing.keys");
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 2);
    #[cfg(unix)]
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&file.metadata().unwrap().permissions()) & 0o777, 0o600);
    std::fs::remove_file(&file).unwrap();
    assert_eq!(sealer.open(&["x"], &after).unwrap(), b"2", "what is known goes on");
}

#[test]
fn keys_that_are_added_at_once_are_all_kept() {
    let folder = tempfile::tempdir().unwrap();
    let load = || Sealer::load(&SealingFlags::default(), folder.path()).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| load().add_key().unwrap());
        }
    });
    let text = std::fs::read_to_string(folder.path().join("sealing.keys")).unwrap();
    let keys: std::collections::BTreeSet<_> = text.lines().collect();
    assert_eq!(keys.len(), 9, "the first and eight more");
    let sealer = load();
    assert!(sealer.knows(&sealer.newest_key()));
    for wrong in ["", "zz", "0011223344556677", "001122"] {
        assert!(!sealer.knows(wrong), "{wrong}");
    }
}

#[test]
fn a_server_without_keys_is_looked_at_without_making_one() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Sealer::existing(&SealingFlags::default(), folder.path()).unwrap().is_none());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    let made = Sealer::load(&SealingFlags::default(), folder.path()).unwrap();
    let found = Sealer::existing(&SealingFlags::default(), folder.path()).unwrap().unwrap();
    assert_eq!(found.newest_key(), made.newest_key());
}

#[test]
fn keys_that_are_none_are_refused_and_not_quoted() {
    for wrong in ["", "abc", &digits('g'), &digits('a')[1..], &format!("{}aa", digits('a'))] {
        let flags = SealingFlags { sealing_keys: Some(Secret::new(wrong)), sealing_keys_file: None };
        let refused = Sealer::load(&flags, std::path::Path::new("nowhere")).unwrap_err().to_string();
        assert!(wrong.is_empty() || !refused.contains(wrong), "{refused}");
    }
}
