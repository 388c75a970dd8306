//! What a seat may know: views, positions imagined from them, and hidden cards dealt again.

pub(super) mod imagine;
pub(super) mod redeal;
pub(super) mod sketch;
pub(super) mod view;
