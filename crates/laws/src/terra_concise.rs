//! Any bytes as a concise grid of Terra Mystica.

use crate::findings::inside;
use hexwright_terra::text::concise::{read, to_log};
use hexwright_terra::text::ledger::Replay;

/// Reads bytes as a concise grid, prints and plays it.
///
/// # Panics
/// If a law is broken: findings lie inside the text; a printed grid reads back without a finding and
/// prints the same; the commands a grid stands for can be played and lead to its position.
pub fn terra_concise(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let first = read(&text);
    inside(&first.findings, &text);
    if !first.findings.is_empty() {
        return;
    }
    let printed = first.grid.to_string();
    let again = read(&printed);
    assert!(again.findings.is_empty(), "read(print(g)) has findings: {:?}\n{printed}", again.findings);
    assert_eq!(again.grid.to_string(), printed, "print(read(print(g))) == print(g)");
    let played = to_log(&first.grid);
    inside(&played.findings, &text);
    if let Some((_, position)) = &played.position {
        let mut replay = Replay::new(&played.log).expect("a grid that is played has a game");
        let result = replay.play_to(usize::MAX);
        assert!(result.is_ok(), "the log of a grid is refused: {result:?}");
        assert_eq!(replay.position(), position, "the log of a grid leads elsewhere");
    }
}
