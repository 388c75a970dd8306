//! Any bytes as a battleland in each format: read, judged, written, read again.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hexwright_titan::fuzz::fuzz_map(bytes));
