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
        .filter_map(|candidate| {
            let most = 2.min(candidate.len() / 2);
            Some((edit_distance_within(&word, &candidate.to_lowercase(), most)?, candidate))
        })
        .min_by_key(|&(d, _)| d)
        .map(|(_, candidate)| candidate)
}

/// How many letters must be changed, added or taken out (Levenshtein's distance).
#[must_use]
pub fn edit_distance(a: &str, b: &str) -> usize {
    edit_distance_within(a, b, usize::MAX).unwrap_or(usize::MAX)
}

/// The same if it is at most this; `None` as soon as it is known to be more, which is soon for most words.
#[must_use]
pub fn edit_distance_within(a: &str, b: &str, most: usize) -> Option<usize> {
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
        // no later row has a smaller number than the smallest of this one
        if row.iter().all(|&distance| distance > most) {
            return None;
        }
    }
    Some(row[b.len()]).filter(|&distance| distance <= most)
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

    #[test]
    fn a_distance_is_the_same_with_a_bound_or_above_it() {
        let words =
            ["", "a", "road", "raod", "roads", "num-roads", "num-raods", "settlement", "Größe", "grösse"];
        for a in words {
            for b in words {
                let distance = edit_distance(a, b);
                assert_eq!(distance, edit_distance(b, a));
                for most in 0..12 {
                    let within = (distance <= most).then_some(distance);
                    assert_eq!(edit_distance_within(a, b, most), within, "{a} {b} {most}");
                }
            }
        }
        assert_eq!(edit_distance("num-raods", "num-roads"), 2);
    }
}
