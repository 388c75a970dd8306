//! What the lexer, the parser and the roller report.

use hexwright_core::text::Finding;

pub(crate) const BAD_CHAR: Finding =
    Finding::error("bad-char", "a character begins no token", "Comments start with `#`.");
pub(crate) const COMMENT_EOF: Finding = Finding::error(
    "comment-eof",
    "the last line is a comment without line end",
    "The original program cannot read it. End the file with a line end.",
);
pub(crate) const BAD_STRING: Finding =
    Finding::error("bad-string", "a string has no end", "Close the quotes on the same line.");
pub(crate) const NUMBER_RANGE: Finding =
    Finding::error("number-range", "a number is too large", "Numbers fit 32 bits.");
pub(crate) const STAR_MISUSE: Finding = Finding::error(
    "star-misuse",
    "`*` stands where a number belongs",
    "A star means any elevation and belongs into a PAIR.",
);
pub(crate) const SYNTAX: Finding = Finding::error(
    "syntax",
    "a word stands where another is expected",
    "The message names what was expected.",
);
pub(crate) const TOO_LARGE: Finding = Finding::error(
    "too-large",
    "the file is larger than 1 MiB",
    "No script, battleland or variant is that long.",
);
pub(crate) const LABEL_NAME: Finding =
    Finding::error("label-name", "a label has a name of the language", "Choose another name.");
pub(crate) const TOO_DEEP: Finding =
    Finding::error("too-deep", "something is nested too deeply", "Flatten it.");
pub(crate) const LIST_TOO_LONG: Finding = Finding::error(
    "list-too-long",
    "a list grows without bound",
    "A label that names itself twice doubles each time.",
);

/// Declared here because the files that report them are long.
pub(crate) const FINDINGS: &[Finding] = &[
    BAD_CHAR,
    COMMENT_EOF,
    BAD_STRING,
    NUMBER_RANGE,
    STAR_MISUSE,
    SYNTAX,
    TOO_LARGE,
    LABEL_NAME,
    TOO_DEEP,
    LIST_TOO_LONG,
];
