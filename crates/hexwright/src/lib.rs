//! Hex board games as a library: maps, their texts, rules, bots, records and pictures.
//!
//! Each module below is one crate of the workspace; depend on this one to have them all, or on a single
//! one to build less. This page is a tour in the order in which people work: read a map, check it, draw
//! it, play on it, replay what was played.
//!
//! # Read and check any text
//!
//! [`formats`] knows every format. Readers never fail: they give a value if there is one, and every finding.
//!
//! ```
//! use hexwright::formats::{Leniency, format_of};
//!
//! let text = b"title Rock\nchits 6,8\nmap\ns,t0,s\nd1,p2,s\n.\n";
//! let format = format_of("rock.game", text).expect("a known format");
//! assert_eq!(format.title, "a Pioneers map");
//! let report = format.check("rock.game", text, Leniency::Lenient);
//! assert!(report.diagnostics.iter().any(|finding| finding.id == "G052"));
//! ```
//!
//! # Draw a board that keeps conditions
//!
//! ```
//! use hexwright::catan_map::generate::{Constraint, Generator, preset};
//!
//! let setup = preset("base").expect("one of our own maps");
//! let generator = Generator::new(&setup, &[Constraint::RedNeighbours(0)]).expect("possible");
//! let board = generator.generate(7).expect("a board with 6 and 8 apart").board;
//! let picture = hexwright::render::catan::board_scene(&board, &Default::default());
//! assert!(picture.to_svg().starts_with("<svg"));
//! ```
//!
//! # Play, write down, replay
//!
//! [`core::Game`] is the contract of every game; [`play`] runs whatever fulfils it.
//!
//! ```
//! use hexwright::catan::game::{Catan, Options};
//! use hexwright::catan_map::generate::preset;
//! use hexwright::play::{Players, Record, bot::RandomBot, record, run};
//!
//! let setup = preset("base").expect("one of our own maps");
//! let game = Catan::new(&setup, &setup.draw(7), Options::default(), 4).expect("a board for four");
//! let mut bots = Players::new(&game, |_| Box::new(RandomBot));
//! let played = run::play_game(&game, &mut bots, 42, 0, &run::Limits::default());
//! let text = played.record(&game).to_string();
//! let read = Record::parse("game.record", &text).expect("our own text");
//! assert_eq!(record::replay(&game, &read).expect("the same rules"), played.position);
//! ```
//!
//! # The other games
//!
//! ```
//! use hexwright::terra::{Board, MapId};
//! use hexwright::titan::{Mode, Script};
//!
//! let script = Script::parse("AREA (inside) HAZARDS Sand,50. Tree,1\n", Mode::Documented).expect("a script");
//! assert_eq!(script.roll(7).expect("a land").land, script.roll(7).expect("a land").land);
//! let board = Board::printed_board(MapId::Base).expect("the first board");
//! assert!(board.id_named("e7").is_some());
//! ```
//!
//! # Bots by name, simulations, verdicts
//!
//! [`league`] is where games meet players: what a bot's name, a seed and a study mean is decided there, so
//! that the command line, the server and Python give the same bytes.

pub use hexwright_catan as catan;
pub use hexwright_catan_map as catan_map;
pub use hexwright_core as core;
pub use hexwright_formats as formats;
pub use hexwright_league as league;
pub use hexwright_play as play;
pub use hexwright_render as render;
pub use hexwright_terra as terra;
pub use hexwright_titan as titan;
