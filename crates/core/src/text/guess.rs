//! "Did you mean": the known word nearest to a mistyped one.

/// The candidate that differs from `word` only in case, or by at most two letters.
///
/// ```
/// use hexwright_core::text::closest;
/// assert_eq!(closest("HAZRDS", ["AREA", "HAZARDS"]), Some("HAZARDS"));
/// assert_eq!(closest("Nosuch", ["Plains", "Sand"]), None);
/// ```
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > 32 {
        return None;
    }
    let word = word.to_lowercase();
    let length = word.chars().count();
    candidates
        .into_iter()
        // words differ by at least as many letters as their lengths do
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= 2)
        .map(|candidate| (edit_distance(&word, &candidate.to_lowercase()), candidate))
        .filter(|&(d, candidate)| d <= 2.min(candidate.len() / 2))
        .min_by_key(|&(d, _)| d)
        .map(|(_, candidate)| candidate)
}

/// How many letters must be changed, added or taken out (Levenshtein's distance).
#[must_use]
pub fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = replaced.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        assert_eq!(closest("sand", ["Plains", "Sand"]), Some("Sand"));
        assert_eq!(closest("HAZRDS", ["AREA", "HAZARDS"]), Some("HAZARDS"));
        assert_eq!(closest("Nosuch", ["Plains", "Sand", "Tree"]), None);
    }
}
