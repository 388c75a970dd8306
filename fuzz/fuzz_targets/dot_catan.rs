//! Any bytes as a `.catan` map: read, repaired, written, formatted, drawn, shared.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hexwright_catan::text::dot_catan::fuzz_one(bytes));
