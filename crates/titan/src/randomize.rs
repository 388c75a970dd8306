//! Rolling a script: statements in order, then the hexsides. The draws are those of the original,
//! one by one, so the same random words give the same map.
//!
//! A [`Roller`] keeps its lists from map to map: a batch allocates next to nothing.
//!
//! ```
//! use hexwright_titan::{Mode, Roller, Script, Seeded};
//!
//! let script = Script::parse("AREA (inside) HAZARDS Sand,50.\n", Mode::Documented).unwrap();
//! let rolled = Roller::new(&script).roll(&mut Seeded::new(7)).unwrap();
//! assert_eq!(rolled.land, script.roll(7).unwrap().land);
//! ```

use crate::script::findings::LIST_TOO_LONG;
use crate::script::{LabelId, Piece, Run, Script, Step, StepKind, TerrainRef, ground};
use crate::text::UNKNOWN_TERRAIN;
use crate::{Battleland, HexId, HexSet, Seeded, Terrain, Words};
use hexwright_core::{Diagnostic, Span, StopFlag};

/// The longest value of a list.
const MOST_MEMBERS: usize = 65_536;

/// How many list members one map may move about: far above any use, far below a hang.
const MOST_WORK: usize = 1 << 24;

/// Why a script gave no map.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RollError {
    /// Something in the script, found only while drawing.
    #[error("{}", .0.first().map_or("", |d| d.message.as_str()))]
    Script(Vec<Diagnostic>),
    /// The recorded bytes ended.
    #[error("expected more random bytes, found the end after {0}")]
    Exhausted(u64),
    /// The flag of [`Roller::stopped_by`] was raised.
    #[error("stopped before the map was finished")]
    Stopped,
}

/// A map and how many random bytes made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// The map.
    pub land: Battleland,
    /// Bytes taken for it.
    pub bytes_used: u64,
}

/// Rolls maps of one script.
#[derive(Clone, Debug)]
pub struct Roller<'s> {
    script: &'s Script,
    /// Which of `values` each label holds; a new value is appended and the old one left behind.
    labels: Vec<Run>,
    values: Vec<HexId>,
    spare: Vec<Vec<HexId>>,
    /// The arguments of functions that are being called, the innermost last.
    arguments: Vec<Vec<HexId>>,
    work: usize,
    stop: StopFlag,
    land: Battleland,
    /// For each hex the unknown terrain that lies on it, by the place of its hazard.
    blame: [Option<Span>; crate::board::HEXES],
}

impl Script {
    /// The map of a seed.
    ///
    /// # Errors
    /// If a list grows without bound, or (modes of the original) an unknown terrain remains on the map.
    pub fn roll(&self, seed: u64) -> Result<Rolled, RollError> {
        let (mut roller, mut words) = (Roller::new(self), Seeded::new(seed));
        let bytes_used = roller.draw(&mut words)?;
        Ok(Rolled { land: roller.land, bytes_used })
    }
}

impl<'s> Roller<'s> {
    /// A roller for this script.
    #[must_use]
    pub fn new(script: &'s Script) -> Self {
        let mut land = Battleland::default();
        land.set_title(Some(script.title()));
        land.set_subtitle(Some(script.subtitle()));
        land.set_tower(script.tower());
        Self {
            script,
            labels: vec![Run::default(); script.names.len()],
            values: Vec::with_capacity(256),
            spare: Vec::with_capacity(4),
            arguments: Vec::with_capacity(4),
            work: 0,
            stop: StopFlag::default(),
            land,
            blame: [None; crate::board::HEXES],
        }
    }

    /// Ends with [`RollError::Stopped`] before the next map once the flag is raised.
    #[must_use]
    pub fn stopped_by(mut self, stop: StopFlag) -> Self {
        self.stop = stop;
        self
    }

    /// The next map of a stream of random words.
    ///
    /// # Errors
    /// As [`Script::roll`], and if the words end.
    pub fn roll<W: Words>(&mut self, words: &mut W) -> Result<Rolled, RollError> {
        let bytes_used = self.draw(words)?;
        Ok(Rolled { land: self.land.clone(), bytes_used })
    }

    /// Draws the next map and says how many bytes it took.
    fn draw<W: Words>(&mut self, words: &mut W) -> Result<u64, RollError> {
        let before = words.bytes_used();
        self.place(words)?;
        self.draw_sides(words);
        if words.exhausted() {
            return Err(RollError::Exhausted(words.bytes_used()));
        }
        Ok(words.bytes_used() - before)
    }

    /// The value a label had after the last map; `leftover` and `usedup` too.
    #[must_use]
    pub fn label(&self, name: &str) -> Option<&[HexId]> {
        self.script.names.iter().position(|n| n == name).map(|n| self.labels[n].of(&self.values))
    }

    /// The map as far as it is drawn.
    pub(crate) fn land(&self) -> &Battleland {
        &self.land
    }

    /// Carries the statements out: all of the map but the hexsides.
    pub(crate) fn place<W: Words>(&mut self, words: &mut W) -> Result<(), RollError> {
        if self.stop.is_raised() {
            return Err(RollError::Stopped);
        }
        self.values.clear();
        self.arguments.clear();
        for label in (0..self.labels.len() as u32).map(LabelId) {
            self.define(label, label.predefined(self.script.mode));
        }
        for hex in HexId::all() {
            self.land.clear(hex);
        }
        self.land.set_start_list(None);
        self.blame = [None; crate::board::HEXES];
        self.work = 0;
        let script = self.script;
        for step in &script.steps {
            self.step(step, words).map_err(|TooLong| RollError::Script(vec![too_long(step.keyword)]))?;
        }
        if self.blame.iter().all(Option::is_none) { Ok(()) } else { Err(RollError::Script(self.unknown())) }
    }

    #[cold]
    fn unknown(&self) -> Vec<Diagnostic> {
        let mut places: Vec<Span> = self.blame.iter().copied().flatten().collect();
        places.sort_unstable();
        places.dedup();
        let finding = |span| {
            UNKNOWN_TERRAIN
                .at(span, "expected a terrain, found a name the board does not know")
                .help("this hazard was drawn and still lies on the map")
        };
        places.into_iter().map(finding).collect()
    }

    fn step<W: Words>(&mut self, step: &Step, words: &mut W) -> Result<(), TooLong> {
        let script = self.script;
        match step.kind {
            StepKind::Label { label, list, .. } => {
                // values stay where they are, so another name for one is no copy
                if let [Piece::Label(other)] = *list.of(&script.pieces) {
                    self.labels[label.0 as usize] = self.labels[other.0 as usize];
                    return Ok(());
                }
                let mut value = self.list();
                self.value(list, &mut value, words)?;
                self.define(label, &value);
                self.recycle(value);
            }
            StepKind::StartList(list) => {
                let mut value = Vec::new();
                self.value(list, &mut value, words)?;
                self.land.set_start_list(Some(value));
            }
            StepKind::Area { pool: list, hazards } => {
                let mut pool = self.list();
                self.value(list, &mut pool, words)?;
                sort(&mut pool);
                let usedup = self.values.len();
                for hazard in hazards.of(&script.hazards) {
                    if pool.is_empty() {
                        break;
                    }
                    if words.unit() * 100.0 >= hazard.probability {
                        continue;
                    }
                    self.spend(pool.len() / 64 + 1)?;
                    let hex = pool.remove(words.below(pool.len() as u32) as usize);
                    let v = words.unit() * 100.0;
                    let [e0, e1, _] = hazard.weights;
                    let elevation = if v > e0 + e1 { 2 } else { u8::from(v > e0) };
                    let (terrain, blame) = match hazard.terrain {
                        TerrainRef::Known(terrain) => (terrain, None),
                        TerrainRef::Unknown(_) => (Terrain::Plains, Some(hazard.span)),
                    };
                    self.land.set_ground(hex, terrain, elevation);
                    self.blame[hex.index()] = blame;
                    self.values.push(hex);
                }
                self.labels[LabelId::USEDUP.0 as usize] = Run::new(usedup, self.values.len());
                self.define(LabelId::LEFTOVER, &pool);
                self.recycle(pool);
            }
        }
        Ok(())
    }

    /// Appends the value of a list: arguments from left to right first, then draws from right to left.
    fn value<W: Words>(&mut self, list: Run, out: &mut Vec<HexId>, words: &mut W) -> Result<(), TooLong> {
        let script = self.script;
        let list = list.of(&script.pieces);
        for piece in list {
            match *piece {
                Piece::SomeOf(_, _, inner) | Piece::Surroundings(inner) => self.argument(inner, words)?,
                Piece::Substract(from, without) => {
                    self.argument(from, words)?;
                    self.argument(without, words)?;
                }
                Piece::Hexes(_) | Piece::Label(_) => {}
            }
        }
        for piece in list.iter().rev() {
            let before = out.len();
            match piece {
                Piece::Hexes(run) => out.extend_from_slice(run.of(&script.constants)),
                Piece::Label(label) => {
                    out.extend_from_slice(self.labels[label.0 as usize].of(&self.values));
                }
                Piece::SomeOf(count, _, _) => {
                    let mut from = self.arguments.pop().unwrap_or_default();
                    for _ in 0..(*count as usize).min(from.len()) {
                        self.spend(from.len() / 64 + 1)?;
                        out.push(from.remove(words.below(from.len() as u32) as usize));
                    }
                    self.recycle(from);
                }
                Piece::Surroundings(_) => {
                    let of = self.arguments.pop().unwrap_or_default();
                    let members: HexSet = of.iter().map(|h| h.index()).collect();
                    let around = of.iter().fold(HexSet::EMPTY, |set, hex| set.or(hex.around()));
                    out.extend(around.without(members).iter().filter_map(HexId::from_index));
                    self.recycle(of);
                }
                Piece::Substract(..) => {
                    let without = self.arguments.pop().unwrap_or_default();
                    let from = self.arguments.pop().unwrap_or_default();
                    let leave: HexSet = without.iter().map(|h| h.index()).collect();
                    out.extend(from.iter().copied().filter(|h| !leave.contains(h.index())));
                    self.recycle(without);
                    self.recycle(from);
                }
            }
            self.spend(out.len() - before)?;
            if out.len() > MOST_MEMBERS {
                return Err(TooLong);
            }
        }
        Ok(())
    }

    fn argument<W: Words>(&mut self, list: Run, words: &mut W) -> Result<(), TooLong> {
        let mut value = self.list();
        self.value(list, &mut value, words)?;
        self.arguments.push(value);
        Ok(())
    }

    fn define(&mut self, label: LabelId, value: &[HexId]) {
        let start = self.values.len();
        self.values.extend_from_slice(value);
        self.labels[label.0 as usize] = Run::new(start, self.values.len());
    }

    /// An empty list, of those that are done with if there are any.
    fn list(&mut self) -> Vec<HexId> {
        self.spare.pop().unwrap_or_else(|| Vec::with_capacity(2 * crate::board::HEXES))
    }

    fn recycle(&mut self, mut list: Vec<HexId>) {
        list.clear();
        self.spare.push(list);
    }

    fn spend(&mut self, work: usize) -> Result<(), TooLong> {
        self.work += work;
        if self.work > MOST_WORK { Err(TooLong) } else { Ok(()) }
    }

    /// Draws the hexsides of all pairs of neighbours.
    pub(crate) fn draw_sides<W: Words>(&mut self, words: &mut W) {
        let script = self.script;
        let grounds: [u8; crate::board::HEXES] = {
            let mut grounds = [0; crate::board::HEXES];
            for (hex, cell) in self.land.cells() {
                grounds[hex.index()] = ground(cell.terrain(), cell.elevation());
            }
            grounds
        };
        for hex in HexId::all() {
            let Some(row) = script.table.row(grounds[hex.index()]) else { continue };
            for side in 0..6 {
                let Some(other) = hex.neighbour(side) else { continue };
                let Some(pair) = row.pair(grounds[other.index()]) else { continue };
                for chance in script.pairs[pair].sides.of(&script.chances) {
                    if words.unit() * 100.0 < chance.percent {
                        self.land.set_side(hex, side, Some(chance.hexside));
                        break;
                    }
                }
            }
        }
    }

    /// The script it rolls.
    pub(crate) fn script(&self) -> &'s Script {
        self.script
    }

    /// Goes on with another map.
    pub(crate) fn set_land(&mut self, land: &Battleland) {
        self.land.clone_from(land);
    }

    /// Gives a hex another ground and draws the hexsides around it anew.
    pub(crate) fn replace<W: Words>(&mut self, hex: HexId, ground: (Terrain, u8), words: &mut W) {
        self.land.set_ground(hex, ground.0, ground.1);
        self.redraw_around(hex, words);
    }

    /// Draws the hexsides on both sides of a hex's edges anew.
    pub(crate) fn redraw_around<W: Words>(&mut self, hex: HexId, words: &mut W) {
        let kind = |land: &Battleland, h| ground(land.cell(h).terrain(), land.cell(h).elevation());
        for side in 0..6 {
            let Some(other) = hex.neighbour(side) else { continue };
            for (from, to, k) in [(hex, other, side), (other, hex, (side + 3) % 6)] {
                let row = self.script.table.row(kind(&self.land, from));
                let pair = row.and_then(|row| row.pair(kind(&self.land, to)));
                let chances = pair.map_or(&[][..], |p| self.script.pairs[p].sides.of(&self.script.chances));
                let drawn = chances.iter().find(|c| words.unit() * 100.0 < c.percent);
                self.land.set_side(from, k, drawn.map(|c| c.hexside));
            }
        }
    }
}

/// A list outgrew its limit.
struct TooLong;

fn too_long(keyword: Span) -> Diagnostic {
    let message = format!("expected a list of at most {MOST_MEMBERS} hexes, found a longer one");
    LIST_TOO_LONG.at(keyword, message).help("a label that names itself twice doubles each time")
}

/// Sorts by counting: a pool has few different hexes and perhaps many members.
fn sort(pool: &mut Vec<HexId>) {
    if pool.len() <= 32 {
        return pool.sort_unstable();
    }
    let mut counts = [0usize; crate::board::HEXES];
    pool.iter().for_each(|h| counts[h.index()] += 1);
    pool.clear();
    for hex in HexId::all() {
        pool.extend(std::iter::repeat_n(hex, counts[hex.index()]));
    }
}
