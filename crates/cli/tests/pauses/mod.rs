//! What people felt of the blows that servers and database were dealt.

use std::time::{Duration, Instant};

/// A table that was without an answer for longer than this felt a death.
const FELT: Duration = Duration::from_millis(1_000);

/// What happens to a server or to the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blow {
    Kill,
    Stop,
    Database,
}

/// How long tables were without an answer after a blow: those of one blow alone, and those in which others followed
/// before the table went on, from the first to the answer and from the last to the answer.
pub(crate) fn report<'a>(
    tables: impl Iterator<Item = &'a [Instant]> + Clone,
    blows: &[(Instant, Instant, Blow)],
) {
    for kind in [Blow::Kill, Blow::Stop, Blow::Database] {
        let (mut alone, mut from_first, mut from_last) = (Vec::new(), Vec::new(), Vec::new());
        for when in tables.clone() {
            for gap in when.windows(2).filter(|gap| gap[1] - gap[0] > FELT) {
                let mut struck: Vec<_> = blows.iter().filter(|b| b.0 < gap[1] && b.1 > gap[0]).collect();
                struck.sort_unstable_by_key(|blow| blow.0);
                let (Some(first), Some(last)) = (struck.first(), struck.last()) else { continue };
                if first.2 != kind {
                    continue;
                }
                let since = |blow: &(Instant, Instant, Blow)| gap[1] - blow.0.max(gap[0]);
                if struck.len() == 1 {
                    alone.push(since(first));
                } else {
                    from_first.push(since(first));
                    from_last.push(since(last));
                }
            }
        }
        eprintln!(
            "{kind:?}, {} times; tables felt it as pauses:",
            blows.iter().filter(|b| b.2 == kind).count()
        );
        for (what, mut felt) in [
            ("alone", alone),
            ("from the first of several", from_first),
            ("from the last of several", from_last),
        ] {
            felt.sort_unstable();
            let last = felt.len().saturating_sub(1) as f64;
            let at = |share: f64| felt.get((last * share) as usize).copied().unwrap_or_default();
            let [median, p99, longest] = [0.5, 0.99, 1.0].map(at);
            eprintln!("  {what}: {}, median {median:.1?}, p99 {p99:.1?}, longest {longest:.1?}", felt.len());
        }
    }
}
