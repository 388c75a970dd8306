//! Arbitrary actions against arbitrary Catan positions.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hexwright_catan::game::fuzz_one(bytes));
