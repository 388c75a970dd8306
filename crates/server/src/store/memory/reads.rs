//! What is read, as in `read.rs`: what is committed at that moment.

use super::Memory;
use crate::store::StoredGame;
use crate::table::ChatLine;
use anyhow::Result;

/// Seconds a game without a noted time stays in the list.
const UNNOTED: i64 = 5_184_000;

impl Memory {
    pub(in crate::store) async fn game(&self, id: &str) -> Result<Option<StoredGame>> {
        self.reading().await?;
        Ok(self.inner().games.get(id).and_then(|rows| rows.game.clone()))
    }

    pub(in crate::store) async fn lines(&self, id: &str) -> Result<Vec<String>> {
        self.reading().await?;
        let inner = self.inner();
        let rows = inner.games.get(id);
        Ok(rows.map(|rows| rows.events.values().map(|e| e.line.clone()).collect()).unwrap_or_default())
    }

    pub(in crate::store) async fn intent(&self, id: &str, n: usize) -> Result<Option<String>> {
        self.reading().await?;
        Ok(self.inner().games.get(id).and_then(|rows| rows.events.get(&n)).map(|e| e.intent.clone()))
    }

    pub(in crate::store) async fn chat(&self, id: &str) -> Result<Vec<ChatLine>> {
        self.reading().await?;
        let inner = self.inner();
        Ok(inner.games.get(id).map(|rows| rows.chat.values().cloned().collect()).unwrap_or_default())
    }

    pub(in crate::store) async fn listed(&self, finished: bool, now: i64, most: i64) -> Result<Vec<String>> {
        let shown = |g: &StoredGame| {
            let listed = if finished { g.finished > 0 && g.ended.is_empty() } else { runs(g, now) };
            listed && !g.wishes.private
        };
        self.some(most, |g| if finished { -g.finished } else { -g.created }, shown).await
    }

    pub(in crate::store) async fn under_way(&self, now: i64, most: i64) -> Result<Vec<String>> {
        self.some(most, |g| -g.created, |g| runs(g, now)).await
    }

    pub(in crate::store) async fn abandoned(&self, now: i64, most: i64) -> Result<Vec<String>> {
        self.some(most, |g| g.expires, |g| g.finished == 0 && g.expires > 0 && g.expires <= now).await
    }

    async fn some(
        &self,
        most: i64,
        order: impl Fn(&StoredGame) -> i64,
        wanted: impl Fn(&StoredGame) -> bool,
    ) -> Result<Vec<String>> {
        self.reading().await?;
        let inner = self.inner();
        let mut games: Vec<&StoredGame> =
            inner.games.values().filter_map(|rows| rows.game.as_ref()).collect();
        games.retain(|game| wanted(game));
        games.sort_by_key(|game| (order(game), game.id.clone()));
        Ok(games.iter().take(most as usize).map(|game| game.id.clone()).collect())
    }
}

fn runs(game: &StoredGame, now: i64) -> bool {
    game.finished == 0 && now < if game.expires == 0 { game.created + UNNOTED } else { game.expires }
}
