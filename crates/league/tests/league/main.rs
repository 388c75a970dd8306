//! Tests of bots, verdicts and analysis in one program: each program compiles the players of every game again.

mod advice;
mod analyse;
mod answer;
mod honest;
mod lands;
mod opening;
mod story;
mod trade;
mod tune;
mod verdict;
mod words;
