//! Boards to draw.

use hexwright_catan::text::{dot_catan, pioneers};
use hexwright_catan::{Board, Grid, Harbour, Resource, Terrain};
use hexwright_core::{Random, Stream};
use std::path::PathBuf;

/// A board of any size with any terrain, numbers and harbours anywhere on its coast.
pub(crate) fn random(seed: u64) -> Board {
    use Resource::{Brick, Ore, Wheat, Wood, Wool};
    let mut chance = Stream::new(seed, "render tests", 0);
    let (width, height) = (1 + chance.below(9) as u8, 1 + chance.below(9) as u8);
    let grid = Grid::new(width, height);
    let kinds = [
        Terrain::Water,
        Terrain::Water,
        Terrain::Void,
        Terrain::Desert,
        Terrain::Gold,
        Terrain::Land(Brick),
        Terrain::Land(Wood),
        Terrain::Land(Wool),
        Terrain::Land(Wheat),
        Terrain::Land(Ore),
    ];
    let terrain: Vec<Terrain> = (0..grid.len()).map(|_| kinds[chance.below(10) as usize]).collect();
    let number = |t: &Terrain| if t.is_land() { 2 + chance.below(11) as u8 } else { 0 };
    let numbers = terrain.iter().map(number).collect();
    let board = grid.topology();
    let mut harbours = Vec::new();
    for side in board.side_ids() {
        let land = board.side_hexes(side).iter().flatten().filter(|h| terrain[h.index()].is_land()).count();
        if land > 0 && chance.below(5) == 0 {
            let kind = [None, Some(Brick), Some(Wood), Some(Wool), Some(Wheat), Some(Ore)];
            let kind = kind[chance.below(6) as usize];
            harbours.push(Some(Harbour { corners: board.side_corners(side), kind }));
        }
    }
    Board { terrain, numbers, harbours, grid }
}

/// Every map of the repository, drawn, with its name.
pub(crate) fn own_maps() -> Vec<(String, Board)> {
    let folder = |name: &str| {
        let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps")).join(name);
        let mut files: Vec<PathBuf> = std::fs::read_dir(path).unwrap().map(|e| e.unwrap().path()).collect();
        files.sort();
        files
    };
    let mut boards = Vec::new();
    for path in folder("catan").into_iter().filter(|p| p.extension().is_some_and(|e| e == "catan")) {
        let setup =
            dot_catan::read("map.catan", &std::fs::read(&path).unwrap(), dot_catan::Leniency::Lenient).value;
        boards.push((path.display().to_string(), setup.expect("our maps are sound").draw(3)));
    }
    for path in folder("pioneers").into_iter().filter(|p| p.extension().is_some_and(|e| e == "game")) {
        let document = pioneers::read("map", &std::fs::read(&path).unwrap(), pioneers::Leniency::Lenient);
        boards
            .push((path.display().to_string(), document.value.expect("our maps are sound").lay_out().board));
    }
    assert!(boards.len() >= 8, "maps are missing: {}", boards.len());
    boards
}
