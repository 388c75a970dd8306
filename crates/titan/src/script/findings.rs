//! What the lexer, the parser and the roller report.

use hexwright_core::text::Finding;

/// Declared here because the files that report them are long.
pub(crate) const FINDINGS: &[Finding] = &[
    Finding::error("bad-char", "a character begins no token", "Comments start with `#`."),
    Finding::error(
        "comment-eof",
        "the last line is a comment without line end",
        "The original program cannot read it. End the file with a line end.",
    ),
    Finding::error("bad-string", "a string has no end", "Close the quotes on the same line."),
    Finding::error("number-range", "a number is too large", "Numbers fit 32 bits."),
    Finding::error(
        "star-misuse",
        "`*` stands where a number belongs",
        "A star means any elevation and belongs into a PAIR.",
    ),
    Finding::error(
        "syntax",
        "a word stands where another is expected",
        "The message names what was expected.",
    ),
    Finding::error(
        "too-large",
        "the file is larger than 1 MiB",
        "No script, battleland or variant is that long.",
    ),
    Finding::error("label-name", "a label has a name of the language", "Choose another name."),
    Finding::error("too-deep", "something is nested too deeply", "Flatten it."),
    Finding::error(
        "list-too-long",
        "a list grows without bound",
        "A label that names itself twice doubles each time.",
    ),
];
