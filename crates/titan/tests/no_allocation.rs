//! Listing legal actions, outcomes of dice and playing allocate nothing: measured by an allocator that counts.

// counting memory requests is only possible at this level
#![allow(unsafe_code)]

use hexwright_core::{Actor, Fast, Game as _, Random as _, Turn};
use hexwright_titan::battle::Battle;
use hexwright_titan::battle::playout::random_setup;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, with a counter for this thread.
struct Counting;

thread_local! {
    static REQUESTS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is handed on to the allocator of the system unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        REQUESTS.set(REQUESTS.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn legal_lists_and_actions_allocate_nothing() {
    let (mut legal, mut outcomes) = (Vec::with_capacity(4_096), Vec::with_capacity(64));
    let (mut positions, mut requests) = (0_u64, 0);
    for number in 0..100 {
        let mut random = Fast::new(21, number);
        let battle = Battle::new(random_setup(&mut random)).unwrap();
        let mut position = battle.start();
        let before = REQUESTS.get();
        loop {
            let (actor, action) = match battle.turn(&position) {
                Turn::Over => break,
                Turn::Chance => {
                    outcomes.clear();
                    battle.outcomes(&position, &mut outcomes);
                    (Actor::Chance, battle.draw(&position, &mut random).unwrap())
                }
                Turn::Seats(seats) => {
                    let seat = seats.iter().next().unwrap();
                    legal.clear();
                    battle.legal(&position, seat, &mut legal);
                    (Actor::Seat(seat), legal[random.index(legal.len())])
                }
            };
            battle.play(&mut position, actor, &action).unwrap();
            positions += 1;
        }
        requests += REQUESTS.get() - before;
    }
    assert!(positions > 3_000, "{positions}");
    assert_eq!(requests, 0, "memory was asked for at some of {positions} positions");
    // and the counter counts
    let before = REQUESTS.get();
    drop(std::hint::black_box(vec![1_u8]));
    assert!(REQUESTS.get() > before);
}
