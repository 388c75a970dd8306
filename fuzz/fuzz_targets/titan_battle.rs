#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hexwright_laws::titan_battle(bytes));
