//! How a game stands, as the server tells a newcomer (`gameinfo`).

use super::speech::counts_of;

/// What everybody knows of a seat's cards and deeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Deeds {
    pub(crate) cards: u16,
    pub(crate) development: u16,
    pub(crate) soldiers: u16,
    /// Point cards that lie open.
    pub(crate) shown: u16,
    pub(crate) longest_road: bool,
    pub(crate) largest_army: bool,
}

/// A piece on the map: the letters of its kind, where it is, whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) kind: String,
    /// `x y pos`.
    pub(crate) at: [String; 3],
    pub(crate) owner: usize,
}

/// A game as a newcomer is told it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Snapshot {
    pub(crate) pieces: Vec<Standing>,
    /// `x y` of the robber and of the pirate.
    pub(crate) robber: Option<[String; 2]>,
    pub(crate) pirate: Option<[String; 2]>,
    /// The round, 0 before the first turn.
    pub(crate) round: u32,
    pub(crate) active: Option<usize>,
    /// Whether the dice of this turn have fallen.
    pub(crate) rolled: bool,
    /// Whether a card was bought in this turn.
    pub(crate) bought: bool,
    /// What the newcomer was doing.
    pub(crate) state: String,
    pub(crate) bank: [i32; 5],
    /// Development cards bought so far, by all.
    pub(crate) cards_bought: u16,
    /// The newcomer's own cards.
    pub(crate) hand: [i32; 5],
    /// Its development cards in their order, and whether each waits for another turn.
    pub(crate) cards: Vec<(usize, bool)>,
    /// What is known of each seat; of the newcomer's own without its cards.
    pub(crate) deeds: [Deeds; 8],
    /// Points for islands: seat, number, points.
    pub(crate) points: Vec<(usize, i32, i32)>,
    /// What the newcomer may take back, oldest first: the piece and its place.
    pub(crate) builds: Vec<(String, Vec<String>)>,
}

impl Snapshot {
    /// Reads what was told to the seat `own`.
    ///
    /// # Errors
    /// The line that cannot be read.
    pub(crate) fn read(lines: &[String], own: usize) -> Result<Self, String> {
        let mut snapshot = Self::default();
        for line in lines {
            snapshot.line(line, own).ok_or_else(|| format!("`{line}` in the game's state cannot be read"))?;
        }
        Ok(snapshot)
    }

    fn line(&mut self, line: &str, own: usize) -> Option<()> {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["turn", "num", round] => self.round = round.parse().ok()?,
            ["player", "turn:", seat] => self.active = Some(seat.parse().ok()?),
            ["dice", "rolled:", ..] => self.rolled = true,
            ["bought", "develop"] => self.bought = true,
            ["state", state] => (*state).clone_into(&mut self.state),
            ["bank", cards @ ..] => self.bank = counts_of(cards)?,
            ["development-bought", count] => self.cards_bought = count.parse().ok()?,
            ["playerinfo:", "resources:", cards @ ..] => self.hand = counts_of(cards)?,
            ["playerinfo:", "devcard:", kind, waits] => {
                self.cards.push((kind.parse().ok()?, *waits != "0"));
            }
            // roads, bridges, ships, settlements and cities are on the map
            ["playerinfo:", _, _, _, _, _, deeds @ ..] if deeds.len() == 8 => self.deeds(own, deeds)?,
            ["otherplayerinfo:", seat, cards, development, deeds @ ..] => {
                let seat = seat.parse().ok()?;
                self.deeds(seat, deeds)?;
                let known = self.deeds.get_mut(seat)?;
                (known.cards, known.development) = (cards.parse().ok()?, development.parse().ok()?);
            }
            ["get-point", seat, id, points, ..] => {
                self.points.push((seat.parse().ok()?, id.parse().ok()?, points.parse().ok()?));
            }
            ["buildinfo:", piece, place @ ..] => {
                let place = place.iter().map(|word| (*word).to_owned()).collect();
                self.builds.push(((*piece).to_owned(), place));
            }
            [piece] if piece.contains(',') => self.piece(piece)?,
            // dice of an earlier turn, the number of cards, the end of the map, and words of later versions
            _ => {}
        }
        Some(())
    }

    /// Soldiers, five kinds of point cards, both awards.
    fn deeds(&mut self, seat: usize, words: &[&str]) -> Option<()> {
        let [soldiers, shown @ .., road, army] = words else { return None };
        let known = self.deeds.get_mut(seat)?;
        known.soldiers = soldiers.parse().ok()?;
        known.shown = shown.iter().filter_map(|count| count.parse::<u16>().ok()).sum();
        (known.longest_road, known.largest_army) = (*road == "1", *army == "1");
        Some(())
    }

    fn piece(&mut self, word: &str) -> Option<()> {
        let (kind, numbers) = word.split_at(word.find(|c: char| !c.is_ascii_alphabetic())?);
        let numbers: Vec<&str> = numbers.split(',').collect();
        match (kind, numbers.as_slice()) {
            ("RO", [x, y]) => self.robber = Some([*x, *y].map(str::to_owned)),
            ("P", [x, y]) => self.pirate = Some([*x, *y].map(str::to_owned)),
            (_, [x, y, pos, owner]) => {
                let at = [*x, *y, *pos].map(str::to_owned);
                let owner = owner.parse().ok().filter(|&owner: &usize| owner < self.deeds.len())?;
                self.pieces.push(Standing { kind: kind.to_owned(), at, owner });
            }
            _ => return None,
        }
        Some(())
    }
}
