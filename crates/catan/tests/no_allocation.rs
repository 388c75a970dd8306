//! A random game on a base-size board allocates nothing once it has begun.
#![allow(unsafe_code)] // counting allocations needs an allocator of our own

use hexwright_catan::game::{BaseEngine, Options, Phase, RandomStreams};
use hexwright_catan::generate::preset;
use hexwright_core::Game as _;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|n| n.set(n.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

#[test]
fn a_random_game_allocates_nothing() {
    let setup = preset("base").unwrap();
    let engine = BaseEngine::new(&setup, &setup.draw(1), Options::default(), 4).unwrap();
    let before = allocations();
    let mut actions = 0;
    for number in 0..50 {
        let mut position = engine.start();
        let played = engine.play_randomly(&mut position, &mut RandomStreams::new(1, number), 100_000);
        assert_eq!(position.phase(), Phase::Over);
        actions += played.actions;
    }
    assert_eq!(allocations(), before, "allocations in {actions} actions");
    // the count is alive: a list does allocate
    let mut legal = Vec::new();
    engine.legal(&engine.start(), engine.start().active(), &mut legal);
    assert!(allocations() > before && legal.len() == 54);
}
