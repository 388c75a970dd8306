//! The fifteen sections: names, columns, an example of each.

/// A section of the format, in file order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// `min_players max_players`.
    Players,
    /// `points_to_win`.
    Points,
    /// `max_roads max_settlements max_cities`.
    Pieces,
    /// `free_placements resources_for_last_turns`.
    PlacementCount,
    /// One row per placement.
    Placements,
    /// One number per resource.
    Bank,
    /// One number per development card.
    Cards,
    /// `width height`.
    Size,
    /// One row of codes per board row.
    Types,
    /// Six counts.
    TypePool,
    /// One row of codes per board row.
    Values,
    /// Twelve counts.
    ValuePool,
    /// One code per port.
    PortTypes,
    /// Seven counts.
    PortPool,
    /// Two vertices per port.
    PortVertices,
}

impl Section {
    /// All sections in file order.
    pub const ALL: [Self; 15] = [
        Self::Players,
        Self::Points,
        Self::Pieces,
        Self::PlacementCount,
        Self::Placements,
        Self::Bank,
        Self::Cards,
        Self::Size,
        Self::Types,
        Self::TypePool,
        Self::Values,
        Self::ValuePool,
        Self::PortTypes,
        Self::PortPool,
        Self::PortVertices,
    ];

    /// The heading of the canonical writer.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Players => "Recommended max player count",
            Self::Points => "Recommended victory points to win",
            Self::Pieces => "Max building counts",
            Self::PlacementCount => "Free starting placements count",
            Self::Placements => "Free starting placements map",
            Self::Bank => "Bank resources",
            Self::Cards => "Development cards",
            Self::Size => "Board dimensions",
            Self::Types => "Hex type map",
            Self::TypePool => "Hex type pool",
            Self::Values => "Hex value map",
            Self::ValuePool => "Hex value pool",
            Self::PortTypes => "Port type map",
            Self::PortPool => "Port type pool",
            Self::PortVertices => "Port vertices map",
        }
    }

    /// The section a comment names, ignoring case.
    #[must_use]
    pub fn from_title(title: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.title().eq_ignore_ascii_case(title))
    }

    /// The title as it stands inside a sentence.
    pub(super) fn phrase(self) -> String {
        self.title().to_ascii_lowercase()
    }

    /// Names of its columns; empty where a row has one code per hex or port.
    pub(super) const fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Players => &["min_players", "max_players"],
            Self::Points => &["points_to_win"],
            Self::Pieces => &["max_roads", "max_settlements", "max_cities"],
            Self::PlacementCount => &["free_placements", "resources_for_last_turns"],
            Self::Placements => &["free_roads", "free_settlements", "free_cities"],
            Self::Bank => &["brick", "wood", "wool", "wheat", "ore"],
            Self::Cards => &["monopoly", "road_building", "invention", "knight", "victory_point"],
            Self::Size => &["width", "height"],
            Self::TypePool => &["brick", "wood", "wool", "wheat", "ore", "desert"],
            Self::ValuePool => &["0", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"],
            Self::PortPool => &["empty", "three", "brick", "wood", "wool", "wheat", "ore"],
            Self::Types | Self::Values | Self::PortTypes | Self::PortVertices => &[],
        }
    }

    /// What a column counts, for help.
    pub(super) fn noun(self, column: usize) -> String {
        let name = self.columns().get(column).copied().unwrap_or("column");
        let words = match self {
            Self::Players => "players",
            Self::Points => "points",
            Self::Pieces | Self::Placements => ["roads", "settlements", "cities"][column.min(2)],
            Self::PlacementCount => ["placements", "placements with resources"][column.min(1)],
            Self::Size => return format!("the {name}"),
            Self::Bank | Self::TypePool | Self::PortPool => return format!("the number of {name}"),
            Self::ValuePool => return format!("the number of tokens with value {name}"),
            Self::Cards => return format!("the number of {} cards", name.replace('_', " ")),
            _ => "columns",
        };
        format!("the number of {words}")
    }

    /// Smallest and largest number of this section.
    pub(super) const fn range(self) -> (u32, u32) {
        match self {
            Self::Players | Self::Size => (1, 255),
            Self::Bank | Self::Cards | Self::TypePool | Self::ValuePool | Self::PortPool => (0, 65_535),
            _ => (0, 255),
        }
    }

    /// A line as the standard game has it.
    pub(super) const fn example(self) -> &'static str {
        match self {
            Self::Players => "2 4",
            Self::Points => "10",
            Self::Pieces => "15 5 4",
            Self::PlacementCount => "2 1",
            Self::Placements => "1 1 0",
            Self::Bank => "19 19 19 19 19",
            Self::Cards => "2 2 2 14 5",
            Self::Size => "5 5",
            Self::Types => "0 1 1 1 0",
            Self::TypePool => "3 4 4 4 3 1",
            Self::Values => "0 1 1 1 0",
            Self::ValuePool => "1 1 2 2 2 2 0 2 2 2 2 1",
            Self::PortTypes => "0 0 0 0 0 0 0 0 0",
            Self::PortPool => "0 4 1 1 1 1 1",
            Self::PortVertices => "1 6 2 8 15 21 34 40 51 57 62 67 60 66 41 47 17 23",
        }
    }
}
