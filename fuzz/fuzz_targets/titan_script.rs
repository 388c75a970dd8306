//! Any bytes as a battleland script: read, judged, formatted, rolled.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hexwright_titan::fuzz::fuzz_script(bytes));
