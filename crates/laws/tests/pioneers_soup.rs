//! The laws of Pioneers maps on texts drawn at random.

use proptest::prelude::*;

proptest! {
    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        hexwright_laws::pioneers(&bytes);
    }

    #[test]
    fn any_keyword_soup_obeys_the_laws(text in "((map|chits|title|num-players|nosetup|#|desc|\\.|use-pirate|random-terrain)[ ]?[a-z0-9,+\\-?R ]{0,12}\n|[stpfhmdg0-9,+\\-?R ]{0,20}\n|\\.\n){0,14}") {
        hexwright_laws::pioneers(text.as_bytes());
    }
}
