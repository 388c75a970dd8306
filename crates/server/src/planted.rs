//! Bugs on purpose, to show that the simulator finds them (feature `planted-bugs`, never in a build for people). Each is
//! a few words at the place where it would be made: `planted!("name")`.

#[cfg(feature = "planted-bugs")]
thread_local! {
    static CHOSEN: std::cell::RefCell<String> = const { std::cell::RefCell::new(String::new()) };
}

/// Chooses the bug of this thread; an empty name chooses none.
#[cfg(feature = "planted-bugs")]
pub fn plant(name: &str) {
    CHOSEN.with(|chosen| *chosen.borrow_mut() = name.to_owned());
}

#[cfg(feature = "planted-bugs")]
pub(crate) fn is(name: &str) -> bool {
    CHOSEN.with(|chosen| *chosen.borrow() == name)
}

/// Whether the bug with this name was planted.
#[cfg(feature = "planted-bugs")]
macro_rules! planted {
    ($name:literal) => {
        crate::planted::is($name)
    };
}

/// There are none in this build.
#[cfg(not(feature = "planted-bugs"))]
macro_rules! planted {
    ($name:literal) => {
        false
    };
}

pub(crate) use planted;
