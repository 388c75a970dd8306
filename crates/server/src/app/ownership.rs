//! This server among those that share the database: it lives, asks for tables, and gives them away.

use super::App;
use crate::store::{Claim, SaveError};
use anyhow::Result;

impl App {
    /// Begins to live among the servers that share the database.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn enter(&self) -> Result<()> {
        self.store.enter(&self.name, &self.internal).await
    }

    /// Asks for a table. If this server was taken for dead, it begins anew.
    pub(super) async fn claim(&self, id: &str) -> Result<Claim> {
        match self.store.claim(id).await {
            Err(error) if error.downcast_ref() == Some(&SaveError::Lost) => {
                tracing::warn!("this server was taken for dead, or another one runs under its name");
                self.enter().await?;
                self.store.claim(id).await
            }
            known => known,
        }
    }
}
