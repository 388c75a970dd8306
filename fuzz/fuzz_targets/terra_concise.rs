//! Any bytes as a concise grid: read, printed, played.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hexwright_terra::text::concise::fuzz_one(bytes));
