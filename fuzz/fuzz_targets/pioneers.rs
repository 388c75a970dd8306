//! Any bytes as a `.game` map: read, written, formatted, laid out.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hexwright_catan::text::pioneers::fuzz_one(bytes));
