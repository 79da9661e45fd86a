//! `plumbline.toml`: values of flags that the command line and the environment do not set.

use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use toml::{Table, Value};

const NAME: &str = "plumbline.toml";

/// Parses `line` together with the configuration file: the one that `--config` names, otherwise the one in the working
/// directory, otherwise the one in the data folder.
pub fn parse(command: Command, line: Vec<OsString>) -> Result<ArgMatches, Box<dyn Error>> {
    let given = command.clone().get_matches_from(&line);
    let Some((name, chosen)) = given.subcommand() else { return Ok(given) };
    let Some(file) = find(chosen) else { return Ok(given) };
    let failed = |error: String| format!("{}: {error}", file.display());
    let text = std::fs::read_to_string(&file).map_err(|error| failed(error.to_string()))?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| failed(error.to_string()))?;
    let subcommand = command.find_subcommand(name).ok_or("a subcommand that was parsed exists")?;
    unknown_keys(&command, &table).map_err(failed)?;
    let mut line = line;
    line.extend(flags(subcommand, chosen, &table).map_err(failed)?.into_iter().map(OsString::from));
    Ok(command.get_matches_from(line))
}

fn find(chosen: &ArgMatches) -> Option<PathBuf> {
    let path = |id: &str| chosen.try_get_one::<PathBuf>(id).ok().flatten().cloned();
    if let Some(named) = path("config") {
        return Some(named);
    }
    let beside = [Some(PathBuf::from(NAME)), path("data_dir").map(|folder| folder.join(NAME))];
    beside.into_iter().flatten().find(|file| Path::exists(file))
}

/// The flags of `subcommand` that only the file sets.
fn flags(subcommand: &Command, chosen: &ArgMatches, table: &Table) -> Result<Vec<String>, String> {
    let mut flags = Vec::new();
    for arg in subcommand.get_arguments() {
        let Some((long, value)) = arg.get_long().and_then(|long| Some((long, table.get(long)?))) else { continue };
        let open = !matches!(
            chosen.value_source(arg.get_id().as_str()),
            Some(ValueSource::CommandLine | ValueSource::EnvVariable)
        );
        match (arg.get_action().takes_values(), value) {
            _ if !open => {}
            (false, Value::Boolean(on)) => flags.extend(on.then(|| format!("--{long}"))),
            (false, _) => return Err(format!("{long} is true or false")),
            (true, value) => flags.push(format!("--{long}={}", text(long, value)?)),
        }
    }
    Ok(flags)
}

fn text(key: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Boolean(on) => Ok(on.to_string()),
        Value::Array(items) => Ok(items.iter().map(|item| text(key, item)).collect::<Result<Vec<_>, _>>()?.join(",")),
        _ => Err(format!("{key} is a text, a number, true, false, or a list of these")),
    }
}

/// The error for keys that no command has.
fn unknown_keys(command: &Command, table: &Table) -> Result<(), String> {
    let known = |key: &&String| {
        let mut arguments = command.get_subcommands().flat_map(Command::get_arguments);
        arguments.any(|arg| arg.get_long() == Some(key.as_str()))
    };
    match table.keys().find(|key| !known(key)) {
        Some(key) => Err(format!("there is no setting {key}")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Arg, ArgAction, value_parser};

    fn command() -> Command {
        let path = |id| Arg::new(id).value_parser(value_parser!(PathBuf));
        Command::new("plumbline").subcommand(
            Command::new("serve")
                .arg(path("config").long("config"))
                .arg(path("data_dir").long("data-dir").default_value("none"))
                .arg(Arg::new("listen").long("listen").default_value("here"))
                .arg(Arg::new("proxies").long("proxies").value_delimiter(',').action(ArgAction::Append))
                .arg(Arg::new("loud").long("loud").action(ArgAction::SetTrue)),
        )
    }

    fn parsed(file: &str, flags: &[&str]) -> Result<ArgMatches, String> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(NAME), file).unwrap();
        let data_dir = format!("--data-dir={}", folder.path().display());
        let line = ["plumbline", "serve", &data_dir].into_iter().chain(flags.iter().copied()).map(OsString::from);
        let matches = parse(command(), line.collect()).map_err(|error| error.to_string())?;
        Ok(matches.subcommand().unwrap().1.clone())
    }

    #[test]
    fn the_file_fills_what_the_command_line_leaves_open() {
        let file = "listen = \"file\"\nproxies = [\"a\", \"b\"]\nloud = true\n";
        let matches = parsed(file, &[]).unwrap();
        assert_eq!(matches.get_one::<String>("listen").unwrap(), "file");
        assert_eq!(matches.get_many::<String>("proxies").unwrap().collect::<Vec<_>>(), ["a", "b"]);
        assert!(matches.get_flag("loud"));
        let matches = parsed(file, &["--listen", "flag"]).unwrap();
        assert_eq!(matches.get_one::<String>("listen").unwrap(), "flag");
    }

    #[test]
    fn mistakes_are_named() {
        assert!(parsed("lisen = \"x\"", &[]).unwrap_err().ends_with("there is no setting lisen"));
        assert!(parsed("loud = 3", &[]).unwrap_err().ends_with("loud is true or false"));
        assert!(parsed("listen = ", &[]).is_err());
    }
}
