//! The fence: what belongs to a table is stored only if the server that asks for it still owns the table, and that
//! is found out in the same transaction.
//!
//! The row of the own server is locked until the commit. Nobody can remove it meanwhile, so nobody can take a table
//! of this server; whoever removes it afterwards does so after the commit.

use super::link::Link;
use super::write::{Write, json};
use crate::planted::planted;
use sqlx::Row as _;
use std::collections::BTreeMap;
use std::sync::Arc;

/// In whose name something is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fence {
    /// The run of a server.
    pub(super) server: Arc<str>,
    /// The epoch in which it owns the table.
    pub(super) epoch: i64,
}

/// A write and in whose name it is asked for. Without a fence it is stored whoever owns the table.
pub(super) type Fenced<'a> = (&'a Write, Option<&'a Fence>);

/// The tables and epochs these are asked for in, by server; `None` if two of them contradict each other, so that one
/// is wrong.
pub(super) fn claims<'a>(writes: &[Fenced<'a>]) -> Option<BTreeMap<&'a str, BTreeMap<&'a str, i64>>> {
    let mut servers: BTreeMap<&str, BTreeMap<&str, i64>> = BTreeMap::new();
    for &(write, fence) in writes {
        let Some(fence) = fence else { continue };
        let held = servers.entry(&fence.server).or_default();
        if let Some(game) = write.game()
            && held.insert(game, fence.epoch).is_some_and(|epoch| epoch != fence.epoch)
        {
            return None;
        }
    }
    Some(servers)
}

/// Whether all of these may be stored in the transaction under way.
pub(super) async fn holds(link: &mut Link, writes: &[Fenced<'_>]) -> Result<bool, sqlx::Error> {
    if planted!("no-fence") {
        return Ok(true);
    }
    let Some(servers) = claims(writes) else { return Ok(false) };
    #[cfg(feature = "sim")]
    if let Some(memory) = &mut link.memory {
        return memory.holds(&servers).await;
    }
    let (lives, owned) = (link.server_lives(), link.owned());
    for (server, held) in servers {
        let row = sqlx::query(lives).bind(server).fetch_optional(link.connection()?).await?;
        if row.is_none() {
            return Ok(false);
        }
        if held.is_empty() {
            continue;
        }
        let query = sqlx::query(owned).bind(server).bind(json(&held)?);
        let count: i64 = query.fetch_one(link.connection()?).await?.try_get(0)?;
        if count != held.len() as i64 {
            return Ok(false);
        }
    }
    Ok(true)
}
