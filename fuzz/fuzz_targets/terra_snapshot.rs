//! Any bytes as a snapshot: read, checked, written, formatted, made a position.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hexwright_terra::text::snapshot::fuzz_one(bytes));
