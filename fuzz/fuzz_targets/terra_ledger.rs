//! Any bytes as a command log or ledger: read, played, compared, written.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hexwright_terra::text::ledger::fuzz_one(bytes));
