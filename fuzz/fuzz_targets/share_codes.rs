#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hexwright_laws::share_codes(bytes));
