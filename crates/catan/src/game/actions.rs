//! What can be done: the actions, which are legal and why others are refused, what each does, its text.

pub(super) mod action;
pub(super) mod apply;
pub(super) mod chance;
pub(super) mod check;
pub(super) mod legal;
pub(super) mod notation;
pub(super) mod refusal;
