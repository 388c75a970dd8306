//! Variants of Colossus: read from their folder, carried by the text of a battle, played, and attacked.

use hexwright_core::text::render::Report;
use hexwright_core::text::{Format as _, Leniency, WriteFormat as _};
use hexwright_core::{Actor, Diagnostic, Fast, Game as _, Random as _, Recorded as _, Seat};
use hexwright_play::suite::{Suite, SuiteReport};
use hexwright_titan::battle::ground::{Cost, entry_cost, hex_effect};
use hexwright_titan::battle::playout::random_setup_of;
use hexwright_titan::battle::{
    Action, Battle, BattleFormat, Legion, Member, Setup, Variant, VariantFolder, VariantFormat, read_folder,
};
use hexwright_titan::{Battleland, HexId, Hexside, Terrain, check};
use std::fmt::Write as _;
use std::sync::Arc;

const WOODLAND: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/variants/Woodland");

/// A folder that is only in memory.
fn folder(files: &[(&str, &str)]) -> VariantFolder {
    let names: Vec<String> = files.iter().map(|(name, _)| (*name).to_owned()).collect();
    let mut open = |name: &str| {
        let file = files.iter().find(|(known, _)| *known == name);
        Ok(file.map(|(_, text)| text.as_bytes().to_vec()).unwrap_or_default())
    };
    read_folder("folder", &names, &mut open).unwrap()
}

fn woodland() -> VariantFolder {
    let read = |part: &str| std::fs::read_to_string(format!("{WOODLAND}/Woodland{part}.xml")).unwrap();
    folder(&[
        ("WoodlandVar.xml", &read("Var")),
        ("WoodlandCre.xml", &read("Cre")),
        ("WoodlandTer.xml", &read("Ter")),
    ])
}

/// Findings as `file:line:column id message`.
fn findings(reports: &[Report]) -> Vec<String> {
    let shown = |report: &Report| {
        let line = |finding: &Diagnostic| format!("{} {}", finding.id, finding.headline(&report.source));
        report.diagnostics.iter().map(line).collect::<Vec<_>>()
    };
    reports.iter().flat_map(shown).collect()
}

#[test]
fn names_homes_terrains_and_what_is_not_supported_are_read() {
    let read = woodland();
    let variant = read.variant.clone().unwrap();
    assert_eq!((&*variant.name, variant.kinds().len(), variant.titan_step), ("Woodland", 9, 75));
    let ent = &variant[variant.kind("ent").unwrap()];
    assert!(ent.native_to(Terrain::Tree) && !ent.native_to(Terrain::Bog) && !ent.flies);
    assert_eq!((ent.power, ent.skill, ent.count), (12, 3, 8));
    let otter = &variant[variant.kind("Otter").unwrap()];
    assert!(otter.lives_in_water() && otter.native_to_side(Hexside::River));
    assert_eq!(variant.names(variant.summonable()), "Swan");
    let names: Vec<&str> = variant.terrains().map(|terrain| &*variant[terrain].name).collect();
    assert_eq!(names, ["Grove", "Riverbank", "Keep", "Thicket"]);
    let found = findings(&read.reports);
    assert_eq!(found.len(), 2, "{found:#?}");
    let says = |line: &str, parts: &[&str]| assert!(parts.iter().all(|part| line.contains(part)), "{line}");
    says(&found[0], &["WoodlandCre.xml:13:13:", "Viper is left out: poison \"2\" is not supported"]);
    says(&found[1], &["WoodlandTer.xml:26:12:", "Pit is left out: recruiting with Viper is not supported"]);
    assert_eq!(
        read.read_kinds("Fox Viper").unwrap_err().to_string(),
        "Viper cannot fight: poison \"2\" is not supported"
    );
    let wrong = read.read_kinds("Fix").unwrap_err().to_string();
    assert_eq!(wrong, "expected a creature, found `Fix`; did you mean `Fox`?");
}

#[test]
fn lines_recruit_as_the_default_ones_do() {
    let variant = woodland().variant.unwrap();
    let kind = |name: &str| variant.kind(name).unwrap();
    let needed = |terrain: &str, wanted: &str, by: &str| {
        variant.needed(variant.terrain(terrain).unwrap(), kind(wanted), kind(by))
    };
    assert_eq!(needed("Grove", "Ent", "Owl"), Some(2));
    assert_eq!(needed("Thicket", "Ent", "Owl"), Some(2));
    assert_eq!(needed("Grove", "Sprite", "Ent"), Some(1));
    assert_eq!(needed("Grove", "Ent", "Sprite"), None);
    assert_eq!(needed("Keep", "Sprite", "Stag"), Some(0));
    assert_eq!(needed("Keep", "Stag", "Fox"), Some(3));
    assert_eq!(needed("Keep", "Stag", "Hermit"), None, "a demilord is not any creature");
    assert_eq!(needed("Keep", "Hermit", "Titan"), Some(1));
    assert_eq!(needed("Keep", "Otter", "Sprite"), Some(0));
    assert_eq!(needed("Keep", "Titan", "Stag"), None);
}

/// The XML of a variant, written here: the other way round than the reader.
fn as_xml(variant: &Variant) -> (String, String) {
    let (mut creatures, mut terrains) = ("<creatures version=\"2\">\n".to_owned(), "<terrains>\n".to_owned());
    for kind in variant.kinds() {
        let traits = &variant[kind];
        let power = if traits.titan { -1 } else { traits.power.into() };
        let _ = write!(
            creatures,
            "<creature name=\"{}\" power=\"{power}\" skill=\"{}\" count=\"{}\"",
            traits.name, traits.skill, traits.count
        );
        let mut say = |name: &str, value: bool| {
            let _ = write!(creatures, " {name}=\"{value}\"");
        };
        say("flies", traits.flies);
        say("rangestrikes", traits.rangestrikes);
        say("magic_missile", traits.magic);
        say("lord", traits.lord);
        say("demilord", traits.demilord);
        say("summonable", traits.summonable);
        say("slope", traits.native_to_side(Hexside::Slope));
        say("river", traits.native_to_side(Hexside::River));
        for terrain in [Terrain::Brambles, Terrain::Sand, Terrain::Bog, Terrain::Drift, Terrain::Volcano] {
            say(terrain.name(), traits.native_to(terrain));
        }
        creatures += " />\n";
    }
    for terrain in variant.terrains() {
        let recruits = &variant[terrain];
        let _ = writeln!(
            terrains,
            "<terrain name=\"{}\" regular_recruit=\"{}\">",
            recruits.name, recruits.regular
        );
        for &(member, number) in &recruits.line {
            let name = match member {
                Member::Kind(kind) => &*variant[kind].name,
                Member::AnyNonLord => "AnyNonLord",
                _ => "Anything",
            };
            let _ = writeln!(terrains, "<recruit name=\"{name}\" number=\"{number}\"/>");
        }
        terrains += "</terrain>\n";
    }
    (creatures + "</creatures>\n", terrains + "</terrains>\n")
}

#[test]
fn the_built_in_variant_survives_its_xml() {
    let standard = Variant::standard();
    let (creatures, terrains) = as_xml(&standard);
    let read = folder(&[("DefaultCre.xml", &creatures), ("DefaultTer.xml", &terrains)]);
    assert_eq!(findings(&read.reports), [""; 0]);
    let mut variant = (*read.variant.unwrap()).clone();
    variant.name = "Default".to_owned();
    assert_eq!(variant, *standard);
    // without files of its own a variant has those of Default
    let index = "<variant name=\"Mine\"><creatures filename=\"DefaultCre.xml\"/></variant>";
    let read = folder(&[("MineVar.xml", index)]).variant.unwrap();
    assert_eq!(read.kinds().len(), 24);
    let index = "<variant name=\"Mine\"/>";
    let read = folder(&[("MineVar.xml", index)]).variant.unwrap();
    assert_eq!((read.kinds().len(), read.terrains().len()), (24, 11));
}

fn suite(seed: u64) -> Suite<Battle> {
    let suite = Suite::new(1, seed).steps(4_000);
    suite.unlisted(|_, action| *action == Action::Concede).open(|_, action| matches!(action, Action::Hits(_)))
}

#[test]
fn battles_of_a_variant_keep_the_laws_and_survive_their_text() {
    let variant = woodland().variant.unwrap();
    let mut report = SuiteReport::default();
    for number in 0..30 {
        let setup = random_setup_of(Arc::clone(&variant), &mut Fast::new(6, number));
        let text = BattleFormat::write(&setup);
        let parsed = BattleFormat::read("test.battle", text.as_bytes(), Leniency::Lenient);
        let again = parsed.value.unwrap_or_else(|| panic!("{text}\n{:?}", parsed.diagnostics));
        assert_eq!((&again.variant, BattleFormat::write(&again)), (&setup.variant, text.clone()));
        let battle = Battle::from_setup(&text).unwrap();
        suite(number)
            .thorough_every(1)
            .check_game(&battle, 0, &mut report)
            .unwrap_or_else(|failure| panic!("battle {number}\n{text}\n{failure}"));
        suite(number).thorough_every(8).check_present(&battle).unwrap();
    }
    assert!(report.accepted > 5_000 && report.refused > 5_000, "{report:?}");
}

fn battle(land: &str, attacker: &str, defender: &str) -> Battle {
    let read = woodland();
    let legion = |list: &str| Legion::new(read.read_kinds(list).unwrap());
    let land = Battleland::from_canonical(land).unwrap();
    let variant = read.variant.clone().unwrap();
    Battle::new(Setup { variant, ..Setup::new(land, legion(attacker), legion(defender)) }).unwrap()
}

#[test]
fn rules_follow_the_creatures_of_the_variant() {
    let variant = woodland().variant.unwrap();
    let traits = |name: &str| &variant[variant.kind(name).unwrap()];
    let mut land = Battleland::default();
    let d4 = HexId::from_label("D4").unwrap();
    land.set_ground(d4, Terrain::Tree, 0);
    assert_eq!(entry_cost(traits("Ent"), &land, None, d4), Cost::One);
    assert_eq!(entry_cost(traits("Stag"), &land, None, d4), Cost::Never);
    assert_eq!(hex_effect(traits("Otter"), Terrain::Sand), (1, 0), "water dwellers suffer in sand");
    assert_eq!(hex_effect(traits("Stag"), Terrain::Sand), (0, 0));
    // magic reaches as far as skill: five hexes, both ends counted
    let battle = battle("", "Hermit", "Fox");
    let mut position = battle.start();
    let mut play = |seat: u8, text: &str| {
        let actor = Actor::Seat(Seat(seat));
        let action = battle.parse_action(&position, actor, text).unwrap();
        battle.play(&mut position, actor, &action).unwrap();
    };
    for (seat, text) in [(0, "enter Fox E4"), (0, "done"), (1, "enter Hermit D1"), (1, "done")] {
        play(seat, text);
    }
    let mut legal = Vec::new();
    battle.legal(&position, Seat(1), &mut legal);
    let texts: Vec<String> = legal.iter().map(|action| battle.action_text(&position, action)).collect();
    assert!(texts.contains(&"strike D1 E4".to_owned()), "{texts:?}");
}

#[test]
fn advice_on_a_land_has_the_variant_in_mind() {
    let land = Battleland::from_canonical("D4:Tree:1:0s D5:Tree:0").unwrap();
    let ids = |found: Vec<hexwright_titan::MapFinding>| found.iter().map(|f| f.rule.id).collect::<Vec<_>>();
    assert!(ids(check::check(&land)).contains(&"side-on-blocked"));
    let variant = woodland().variant.unwrap();
    assert!(!ids(check::check_for(&land, &variant)).contains(&"side-on-blocked"), "Ents walk there");
    let land = Battleland::from_canonical("D4:Volcano:1:0s D5:Tree:0").unwrap();
    assert!(ids(check::check_for(&land, &variant)).contains(&"side-on-blocked"), "nobody walks in both");
}

/// One creature with these attributes.
fn creature(attributes: &str) -> String {
    format!(
        "<creatures><creature name=\"Imp\" power=\"3\" skill=\"3\" count=\"9\" {attributes}/></creatures>"
    )
}

#[test]
fn every_mistake_in_a_file_is_named_with_its_place() {
    let cases: &[(&str, &str)] = &[
        ("", "xml"),
        ("<creatures>", "xml"),
        ("<other/>", "xml-root"),
        ("<!DOCTYPE a [<!ENTITY b \"c\">]><creatures>&b;</creatures>", "xml-entity"),
        ("<creatures><creature power=\"3\"/></creatures>", "missing-attribute"),
        (
            "<creatures><creature name=\"Imp\" power=\"x\" skill=\"3\" count=\"1\"/></creatures>",
            "bad-attribute",
        ),
        (
            "<creatures><creature name=\"Imp\" power=\"999\" skill=\"3\" count=\"1\"/></creatures>",
            "variant-unsupported",
        ),
        (
            "<creatures><creature name=\"Imp\" power=\"3\" skill=\"99\" count=\"1\"/></creatures>",
            "variant-unsupported",
        ),
        (
            "<creatures><creature name=\"A B\" power=\"3\" skill=\"3\" count=\"1\"/></creatures>",
            "variant-rule",
        ),
        (
            "<creatures><creature name=\"Lord\" power=\"3\" skill=\"3\" count=\"1\"/></creatures>",
            "variant-rule",
        ),
        ("<creatures><monster/></creatures>", "unknown-element"),
        ("<terrains><terrain name=\"Bog\"/></terrains>", "missing-attribute"),
        ("<terrains><terrain name=\"Bog\" regular_recruit=\"perhaps\"/></terrains>", "bad-attribute"),
        ("<terrains><titan_improve points=\"0\"/></terrains>", "bad-attribute"),
        ("<variant><creatures filename=\"../../secret.xml\"/></variant>", "bad-attribute"),
    ];
    for (text, id) in cases {
        let parsed = VariantFormat::read("test.xml", text.as_bytes(), Leniency::Lenient);
        assert!(parsed.diagnostics.iter().any(|found| found.id == *id), "{text}: {:?}", parsed.diagnostics);
        let errors = parsed.diagnostics.iter().any(Diagnostic::is_error);
        assert_eq!(parsed.value.is_none(), errors, "{text}");
    }
    for (attributes, id) in [
        ("flies=\"often\"", "bad-attribute"),
        ("slows=\"1\"", "variant-unsupported"),
        ("class=\"Special\"", "variant-unsupported"),
    ] {
        let parsed = VariantFormat::read("test.xml", creature(attributes).as_bytes(), Leniency::Lenient);
        assert!(parsed.diagnostics.iter().any(|found| found.id == id), "{attributes}");
    }
}

#[test]
fn files_that_do_not_fit_together_are_named() {
    let imp = creature("");
    let line = |name: &str| {
        format!(
            "<terrains><terrain name=\"Pit\" regular_recruit=\"true\"><recruit name=\"{name}\" number=\"1\"/></terrain></terrains>"
        )
    };
    let read = folder(&[("ACre.xml", &imp), ("ATer.xml", &line("Imp"))]);
    assert_eq!(findings(&read.reports), [""; 0]);
    for (cre, ter, part) in [
        (&*imp, &*line("Inp"), "did you mean `Imp`?"),
        (&*imp, &*line("Special:Summoner"), "recruiting with Special:Summoner is not supported"),
        (&*imp, &*imp, "expected terrains in ATer.xml"),
        (
            &*imp,
            "<terrains><alias name=\"X\" source=\"Y\"/></terrains>",
            "expected the name of a terrain of this file",
        ),
    ] {
        let read = folder(&[("ACre.xml", cre), ("ATer.xml", ter)]);
        let found = findings(&read.reports);
        assert!(found.iter().any(|line| line.contains(part)), "{part}: {found:?}");
    }
    let read = folder(&[("AVar.xml", "<variant><creatures filename=\"BCre.xml\"/></variant>")]);
    assert!(read.variant.is_none());
    assert!(findings(&read.reports)[0].contains("expected the file BCre.xml in the folder"));
    let error = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        read_folder("here", &names, &mut |_| Ok(Vec::new())).unwrap_err().to_string()
    };
    assert_eq!(error(&[]), "expected *Var.xml, *Cre.xml, *Ter.xml in here, found none of them");
    assert!(error(&["AVar.xml", "BVar.xml"]).contains("found AVar.xml and BVar.xml"));
}

#[test]
fn sizes_have_limits() {
    let many = |count: usize| -> String {
        let rows =
            (0..count).map(|n| format!("<creature name=\"C{n}\" power=\"3\" skill=\"3\" count=\"1\"/>"));
        format!("<creatures>{}</creatures>", rows.collect::<String>())
    };
    let ids = |text: &str| -> Vec<&str> {
        let parsed = VariantFormat::read("test.xml", text.as_bytes(), Leniency::Lenient);
        parsed.diagnostics.iter().map(|found| found.id).collect()
    };
    assert_eq!(ids(&many(128)), [""; 0]);
    assert_eq!(ids(&many(129)), ["variant-rule"]);
    assert_eq!(ids(&("<creatures>".to_owned() + &" ".repeat(1 << 20) + "</creatures>")), ["too-large"]);
    assert_eq!(ids(&("<a>".repeat(100) + &"</a>".repeat(100))), ["too-deep"]);
    let member = "<recruit name=\"Imp\" number=\"1\"/>";
    let line = format!(
        "<terrains><terrain name=\"A\" regular_recruit=\"true\">{}</terrain></terrains>",
        member.repeat(33)
    );
    assert_eq!(ids(&line), ["variant-rule"]);
}

#[test]
fn broken_files_never_end_the_program() {
    let texts =
        ["Var", "Cre", "Ter"].map(|part| std::fs::read(format!("{WOODLAND}/Woodland{part}.xml")).unwrap());
    let mut random = Fast::new(1, 2);
    let mut sound = 0;
    for round in 0..6_000 {
        let mut files = texts.clone();
        let file = &mut files[round % 3];
        for _ in 0..=random.index(3) {
            let at = random.index(file.len());
            match random.index(4) {
                _ if file.len() < 2 => break,
                0 => drop(file.remove(at)),
                1 => file[at] = b"<>\"'&/=-0 9a\xff"[random.index(13)],
                2 => file.truncate(at.max(1)),
                _ => {
                    let end = (at + 40).min(file.len());
                    let part = file[at..end].to_vec();
                    file.splice(at..at, part);
                }
            }
        }
        let names: Vec<String> =
            ["AVar.xml", "WoodlandCre.xml", "WoodlandTer.xml"].map(str::to_owned).to_vec();
        let mut open = |name: &str| Ok(files[names.iter().position(|known| known == name).unwrap()].clone());
        let Ok(read) = read_folder("x", &names, &mut open) else { continue };
        for report in &read.reports {
            for finding in &report.diagnostics {
                let end = report.source.text().len();
                assert!((finding.span.start as usize) <= end && (finding.span.end as usize) <= end);
            }
        }
        let Some(variant) = read.variant else { continue };
        sound += 1;
        if variant.kinds().all(|kind| variant[kind].titan) {
            continue;
        }
        let setup = random_setup_of(variant, &mut random);
        let text = BattleFormat::write(&setup);
        let again = BattleFormat::read("test.battle", text.as_bytes(), Leniency::Lenient);
        let again = again.value.unwrap_or_else(|| panic!("{text}\n{:?}", again.diagnostics));
        assert_eq!((again.variant, again.attacker), (setup.variant, setup.attacker), "{text}");
    }
    assert!(sound > 100, "{sound}");
}

#[test]
fn a_variant_in_a_text_is_checked_line_by_line() {
    let text = "BATTLE\nCREATURE Imp 3 3 9\nVARIANT Pit\nTITAN-STEP 0\nCREATURE Imp 0 3 9\nCREATURE Imp 3 3 9 flys\nCREATURE Imp 3 3 9\nCREATURE Imp 3 3 9\nLINE Pit Imp 2*Inp\nSTEPS\nATTACKER Imp\nDEFENDER Lion\nLAND\n";
    let parsed = BattleFormat::read("test.battle", text.as_bytes(), Leniency::Lenient);
    let told: Vec<&str> = parsed.diagnostics.iter().map(|found| &*found.message).collect();
    for part in [
        "expected a line VARIANT with a name before CREATURE",
        "points from 1 to 10000, found `0`",
        "a power from 1 to 200, found `0`",
        "found `flys`",
        "found Imp again",
        "found `Inp`; did you mean `Imp`?",
        "expected the name of a terrain",
        "expected a creature, found `Lion`",
    ] {
        assert!(told.iter().any(|message| message.contains(part)), "{part}: {told:#?}");
    }
    assert!(parsed.value.is_none());
    let text = "BATTLE\nVARIANT Pit\nATTACKER Lion\nDEFENDER Lion\nLAND\n";
    let parsed = BattleFormat::read("test.battle", text.as_bytes(), Leniency::Lenient);
    assert!(parsed.diagnostics.iter().any(|found| found.id == "battle-incomplete"));
}
