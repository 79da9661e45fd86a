//! The chain of each name. Outputs and credits are stored by the name: under another name an output would be credited
//! again, and the blocks of one chain do not fit another.

use super::chain::{Chain, Chains};
use super::config::ChainsError;
use crate::db::Db;
use crate::{execute, fetch_all, statements};

statements! {
    NAMED: "SELECT chain, identity FROM chain_states WHERE chain = $1 OR identity = $2";
    NAME: "INSERT INTO chain_states (chain, identity) VALUES ($1, $2)
        ON CONFLICT (chain) DO UPDATE SET identity = excluded.identity WHERE chain_states.identity IS NULL";
}

/// Stores the names of the chains, before they are followed.
///
/// # Errors
/// A name belonged to another chain before, or a chain had another name.
pub async fn keep(db: &Db, chains: &Chains) -> Result<(), ChainsError> {
    for chain in &chains.0 {
        keep_one(db, chain).await?;
    }
    Ok(())
}

async fn keep_one(db: &Db, chain: &Chain) -> Result<(), ChainsError> {
    let (name, identity) = (chain.name.as_str(), chain.identity());
    let wrong = |text| Err(ChainsError::Chain { chain: name.to_owned(), text });
    let mut tx = db.begin().await?;
    for (known, was) in fetch_all!(&mut tx, (String, Option<String>), NAMED, name, identity.as_str())? {
        if known != name {
            return wrong(format!("it is called {known} already, and keeps that name"));
        }
        if let Some(was) = was.filter(|was| *was != identity) {
            return wrong(format!(
                "the name means {was} already, and not {identity}: another chain needs another name"
            ));
        }
    }
    execute!(&mut tx, NAME, name, identity.as_str())?;
    Ok(tx.commit().await?)
}
