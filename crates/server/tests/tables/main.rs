//! Tests of tables, maps and limits in one program: every test program links the whole server, which takes
//! longer than these tests do.

#[path = "../app/mod.rs"]
mod app;
#[path = "../support/mod.rs"]
mod support;

mod cheat;
mod dice;
mod forged;
mod games;
mod leaving;
mod limits;
mod maps;
mod matrix;
mod offers;
mod rest;
mod table;
mod transactions;
mod wishes;
