//! Any map survives every format, any script survives formatting: checked on random ones.

use hexwright_core::Key;
use hexwright_titan::text::{self, Format};
use hexwright_titan::{Battleland, BoardSymmetry, HexId, Hexside, Mode, Script, Terrain, script};
use proptest::prelude::*;

fn cell() -> impl Strategy<Value = (usize, u8, [Option<usize>; 6])> {
    let side = proptest::option::weighted(0.3, 0..5usize);
    (0..Terrain::COUNT, 0..=3u8, [side.clone(), side.clone(), side.clone(), side.clone(), side.clone(), side])
}

prop_compose! {
    fn land()(
        cells in proptest::collection::vec(proptest::option::weighted(0.5, cell()), 27),
        title in proptest::option::of("[ -~äé“]{0,20}"),
        subtitle in proptest::option::of("[ !#-~äé“]{0,20}"),
        tower in any::<bool>(),
        start in proptest::option::of(proptest::sample::subsequence((0..27usize).collect::<Vec<_>>(), 7..20)),
    ) -> Battleland {
        let mut land = Battleland::default();
        for (hex, cell) in HexId::all().zip(cells) {
            let Some((terrain, elevation, sides)) = cell else { continue };
            land.set_ground(hex, Terrain::ALL[terrain], elevation);
            for (k, side) in sides.into_iter().enumerate() {
                land.set_side(hex, k, side.map(|s| Hexside::ALL[s]));
            }
        }
        land.set_title(title.as_deref());
        land.set_subtitle(subtitle.as_deref());
        land.set_tower(tower);
        land.set_start_list(start.map(|list| list.into_iter().filter_map(HexId::from_index).collect()));
        land
    }
}

/// Statements of the language, most of them sound.
fn statement() -> impl Strategy<Value = String> {
    let hexes = prop_oneof![
        Just("(anywhere)".to_owned()),
        Just("SURROUNDINGSOF((inside))".to_owned()),
        Just("SUBSTRACT((anywhere), D4 (1-3,2))".to_owned()),
        (1..9u8).prop_map(|n| format!("SOMEOF({n},(inside) A1 )")),
        Just("(leftover)(usedup)".to_owned()),
        Just("LABEL".to_owned()),
    ];
    let hazard = prop_oneof![
        (0..Terrain::COUNT, 0..=2u8).prop_map(|(t, e)| format!("{} ,{e}", Terrain::ALL[t].name())),
        (0..Terrain::COUNT, 0..100u8).prop_map(|(t, p)| format!("\"{}\",{p}.", Terrain::ALL[t].name())),
        (0..Terrain::COUNT).prop_map(|t| format!("{},90.,1.,2.,3.", Terrain::ALL[t].name())),
    ];
    let hazards = proptest::collection::vec(hazard, 0..5).prop_map(|h| h.join(" "));
    prop_oneof![
        (hexes.clone(), hazards).prop_map(|(a, h)| format!("AREA  {a}\tHAZARDS {h}")),
        hexes.prop_map(|h| format!("LABEL ab={h} STARTLIST (ab)")),
        Just("PAIR (Sand,*) (Plains ,0) HEXSIDES d ,60. c".to_owned()),
        Just("TITLE \"a  b\" # why".to_owned()),
        Just("\n\n# alone".to_owned()),
    ]
}

proptest! {
    #[test]
    fn a_map_survives_every_format(land in land()) {
        for format in [Format::Xml, Format::Text, Format::TextLetter, Format::Json] {
            let Ok(written) = text::write(&land, format, "stem") else { continue };
            let reading = text::read(&written, Mode::Documented);
            let mut expected = land.clone();
            match format {
                Format::Xml if land.title().is_none() => expected.set_title(Some("stem")),
                Format::Text | Format::TextLetter => expected.set_title(None),
                _ => {}
            }
            // an empty text table has nothing to recognise it by, but reads all the same
            prop_assert_eq!(reading.usable(), Some(&expected), "{}\n{}", format.name(), written);
        }
        prop_assert_eq!(Battleland::from_canonical(&land.canonical()).map(|l| l.canonical()), Some(land.canonical()));
    }

    #[test]
    fn turning_a_map_changes_no_finding(land in land()) {
        for symmetry in BoardSymmetry::ALL {
            let image = land.image(symmetry);
            let count = |l: &Battleland| hexwright_titan::check::check_sides(l).len();
            prop_assert_eq!(count(&image), count(&land));
        }
    }

    #[test]
    fn formatting_changes_no_meaning(lines in proptest::collection::vec(statement(), 0..8)) {
        let text = lines.join("\n");
        let formatted = script::format(&text);
        prop_assert_eq!(script::format(&formatted), formatted.clone());
        let [before, after] = [&text, &formatted].map(|t| Script::parse(t, Mode::Documented));
        prop_assert_eq!(before.is_ok(), after.is_ok(), "{}", formatted);
        if let (Ok(before), Ok(after)) = (before, after) {
            for seed in 0..3 {
                prop_assert_eq!(before.roll(seed).ok(), after.roll(seed).ok());
            }
        }
    }
}
