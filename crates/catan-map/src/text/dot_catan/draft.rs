//! What could be read, with places: the step between lines and a map.

use super::Document;
use crate::map::{ByResource, Grid, HexType, HexValue, MapRules, Pieces, PortSite, PortType, Sea, Setup};
use hexwright_core::{CornerId, Span};

/// A number and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Num {
    pub(super) value: u32,
    pub(super) span: Span,
}

/// The value pool as counts, however it was spelled.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValuePool {
    /// Counts of 0 2 … 12 with the place of each; in a token list the first such token.
    pub(super) counts: [Num; 12],
    /// Where the line begins.
    pub(super) first: Span,
}

/// Everything that could be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) players: Option<[Num; 2]>,
    pub(super) points: Option<Num>,
    pub(super) pieces: Option<[Num; 3]>,
    pub(super) counts: Option<[Num; 2]>,
    /// Readable rows with their number; complete only if `rows_sound`.
    pub(super) rows: Vec<(usize, [Num; 3])>,
    pub(super) rows_sound: bool,
    pub(super) bank: Option<[Num; 5]>,
    pub(super) cards: Option<[Num; 5]>,
    pub(super) grid: Option<Grid>,
    pub(super) types: Option<Vec<Num>>,
    pub(super) type_pool: Option<[Num; 6]>,
    pub(super) values: Option<Vec<Num>>,
    pub(super) value_pool: Option<ValuePool>,
    /// Number of ports, known even if a code is wrong.
    pub(super) port_count: Option<usize>,
    pub(super) port_types: Option<Vec<Num>>,
    pub(super) port_pool: Option<[Num; 7]>,
    /// Vertices, `None` where one cannot be read, and the end of their line.
    pub(super) vertices: Option<(Vec<Option<Num>>, Span)>,
    /// Six columns were written: judged when fixed ports are known.
    pub(super) six_columns: Option<[Num; 6]>,
}

impl Draft {
    /// The map, once no error was found.
    pub(super) fn finish(&self, document: &Document) -> Option<Setup> {
        let [least, most] = self.players?;
        let small = |n: Num| n.value.min(255) as u8;
        let wide = |n: Num| n.value.min(65_535) as u16;
        let pieces =
            |[r, s, c]: [Num; 3]| Pieces { roads: small(r), settlements: small(s), cities: small(c) };
        let kinds = self.port_types.as_ref()?;
        let vertices = &self.vertices.as_ref()?.0;
        let ports = kinds
            .iter()
            .zip(vertices.chunks_exact(2))
            .map(|(kind, pair)| {
                let mut corners = [CornerId(wide(pair[0]?)), CornerId(wide(pair[1]?))];
                corners.sort_unstable();
                Some(PortSite { corners, kind: PortType::from_code(small(*kind))? })
            })
            .collect::<Option<Vec<_>>>()?;
        Some(Setup {
            notes: document.notes(),
            players: (small(least), small(most)),
            seats: None,
            points: small(self.points?),
            pieces: pieces(self.pieces?),
            placements: self.rows.iter().map(|&(_, row)| pieces(row)).collect(),
            resource_passes: small(self.counts?[1]),
            bank: ByResource::new(self.bank?.map(wide)),
            cards: self.cards?.map(wide),
            grid: self.grid.clone()?,
            types: self
                .types
                .as_ref()?
                .iter()
                .map(|n| HexType::from_code(small(*n)))
                .collect::<Option<_>>()?,
            type_pool: self.type_pool?.map(wide),
            values: self
                .values
                .as_ref()?
                .iter()
                .map(|n| HexValue::from_code(small(*n)))
                .collect::<Option<_>>()?,
            value_pool: self.value_pool?.counts.map(wide),
            ports,
            port_pool: self.port_pool()?.map(wide),
            rules: MapRules::default(),
            sea: Sea::default(),
            layout: None,
        })
    }

    /// The port pool with seven columns, however it was spelled.
    pub(super) fn port_pool(&self) -> Option<[Num; 7]> {
        if self.port_pool.is_some() {
            return self.port_pool;
        }
        let six = self.six_columns?;
        let first = Num { value: 0, span: six[0].span };
        if six[0].value != 0 {
            let mut pool = [first; 7];
            pool[1..].copy_from_slice(&six);
            return Some(pool);
        }
        let mut pool = [first; 7];
        pool[..6].copy_from_slice(&six);
        let ore = self.port_types.as_ref()?.iter().filter(|n| n.value == 6).count();
        let sum: usize = six.iter().map(|n| n.value as usize).sum();
        pool[6].value = ore.max(self.port_count?.saturating_sub(sum)) as u32;
        Some(pool)
    }
}
