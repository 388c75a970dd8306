//! Titan battles as people use them: the real binary in a folder of its own.

use std::path::Path;
use std::process::Command;

const MAPS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps");

/// Runs the binary in a folder: exit code, standard output, standard error.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexwright"));
    let output = command.current_dir(folder).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().expect("no crash"), text(output.stdout), text(output.stderr))
}

#[test]
fn a_battle_is_checked_laid_out_drawn_played_and_replayed() {
    let desk = tempfile::tempdir().unwrap();
    let battle = format!("{MAPS}/battles/dunes.battle");
    let fine = |arguments: &[&str]| {
        let (code, out, err) = run(desk.path(), arguments);
        assert_eq!(code, 0, "{arguments:?}: {out}{err}");
        out
    };
    fine(&["check", &battle]);
    fine(&["fmt", "--check", &battle]);
    fine(&["render", &battle, "-o", "start.svg"]);
    fine(&["simulate", &battle, "--players", "greedy,random", "--games", "5", "--record", "one.record"]);
    fine(&["replay", "one.record", "--verify"]);
    fine(&["render", "one.record", "-o", "end.svg"]);
    let (start, end) = ("start.svg", "end.svg");
    let svg = |name| std::fs::read_to_string(desk.path().join(name)).unwrap();
    assert!(svg(start).contains("Titan of the attacker") && svg(start) != svg(end));
    assert!(fine(&["legal", &battle]).contains("enter Hydra"));
}

#[test]
fn legions_are_set_on_any_land() {
    let desk = tempfile::tempdir().unwrap();
    let oasis = format!("{MAPS}/titan/oasis.rnd");
    let legions = ["--attacker", "Lion 2*Ogre", "--defender", "Gargoyle Cyclops", "--games", "3"];
    let start = ["simulate", &oasis, "--seed", "7"];
    let (code, out, err) = run(desk.path(), &[&start[..], &legions].concat());
    assert_eq!(code, 0, "{out}{err}");
    let (code, _, err) = run(desk.path(), &[&start[..], &["--attacker", "Lion"]].concat());
    assert!(code == 2 && err.contains("name both legions"), "{code} {err}");
    let (code, _, err) =
        run(desk.path(), &[&start[..], &["--attacker", "Lyon", "--defender", "Ogre"]].concat());
    assert!(code == 2 && err.contains("did you mean `Lion`?"), "{code} {err}");
}

#[test]
fn a_variant_brings_its_own_creatures() {
    let desk = tempfile::tempdir().unwrap();
    let (oasis, woodland) = (format!("{MAPS}/titan/oasis.rnd"), format!("{MAPS}/variants/Woodland"));
    let simulate = |more: &[&str]| {
        let start = ["simulate", &oasis, "--seed", "7", "--games", "3", "--players", "quick,random"];
        run(desk.path(), &[&start[..], more].concat())
    };
    let variant = ["--variant", &*woodland];
    let legions = ["--attacker", "Titan Stag 2*Fox", "--defender", "Ent Owl", "--terrain", "thicket"];
    let (code, out, err) = simulate(&[&variant[..], &legions, &["--record", "wood.record"]].concat());
    assert_eq!(code, 0, "{out}{err}");
    // the record has the creatures with it
    for arguments in [&["replay", "wood.record", "--verify"][..], &["render", "wood.record", "-o", "end.svg"]]
    {
        let (code, out, err) = run(desk.path(), arguments);
        assert_eq!(code, 0, "{out}{err}");
    }
    let record = std::fs::read_to_string(desk.path().join("wood.record")).unwrap();
    assert!(
        record.contains("CREATURE Ent 12 3 8 Brambles Tree") && record.contains("TERRAIN Thicket"),
        "{record}"
    );
    for (more, part) in [
        (
            &["--attacker", "Viper", "--defender", "Ent"][..],
            "--attacker: Viper cannot fight: poison \"2\" is not supported",
        ),
        (&["--attacker", "Lion", "--defender", "Ent"], "--attacker: expected a creature, found `Lion`"),
        (
            &["--attacker", "Fox", "--defender", "Ent", "--terrain", "Desert"],
            "--terrain: expected one of Grove, Riverbank, Keep, Thicket, found `Desert`",
        ),
    ] {
        let (code, _, err) = simulate(&[&variant[..], more].concat());
        assert!(code == 2 && err.contains(part), "{code} {err}");
    }
    let (code, _, err) = simulate(&["--attacker", "Ent", "--defender", "Ent"]);
    assert!(code == 2 && err.contains("found `Ent`"), "{code} {err}");
    let (code, _, err) = simulate(&["--attacker", "Lion", "--defender", "Ogre", "--variant", "nowhere"]);
    assert!(code == 2 && err.contains("--variant is the folder of a Colossus variant"), "{code} {err}");
    std::fs::create_dir(desk.path().join("bad")).unwrap();
    let bad = "<creatures>\n  <creature name=\"Imp\" power=\"x\" skill=\"3\" count=\"1\"/>\n</creatures>\n";
    std::fs::write(desk.path().join("bad/BadCre.xml"), bad).unwrap();
    let (code, out, err) = simulate(&["--attacker", "Imp", "--defender", "Imp", "--variant", "bad"]);
    assert!(code == 1 && format!("{out}{err}").contains("bad/BadCre.xml:2:"), "{code} {out}{err}");
    // verdicts have a panel of the variant's creatures
    let fairness =
        |more: &[&str]| run(desk.path(), &[&["fairness", &oasis, "--games", "8"][..], more].concat());
    let (code, out, err) = fairness(&variant);
    assert!(
        code == 0 && out.contains("panel of Woodland") && out.contains("Titan Hermit"),
        "{code} {out}{err}"
    );
    assert!(out.contains("natives of Brambles win"), "{out}");
    assert!(err.contains("variant-unsupported"), "what is left out is said: {err}");
    let (code, out, err) = fairness(&["--variant", &woodland, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(code == 0 && json["panel"]["pairs"][2][0].as_str().unwrap().starts_with("Titan"), "{out}{err}");
    let (code, _, err) = fairness(&["--variant", "nowhere"]);
    assert!(code == 2 && err.contains("--variant is the folder of a Colossus variant"), "{code} {err}");
    let (code, out, err) = fairness(&["--variant", "bad"]);
    assert!(code == 1 && format!("{out}{err}").contains("bad/BadCre.xml:2:"), "{code} {out}{err}");
    let (code, _, err) = fairness(&["--attacker", "Ent"]);
    assert!(code == 2 && err.contains("--attacker means nothing here"), "{code} {err}");
    let (code, _, err) = run(desk.path(), &["fairness", "bad/BadCre.xml", "--variant", &woodland]);
    assert!(code == 2 && err.contains("--variant is for battlelands"), "{code} {err}");
    // advice has the creatures of the variant in mind
    std::fs::write(desk.path().join("wood.txt"), "3 3 Tree 1 0 s\n3 2 Tree 0\n").unwrap();
    let advice = |more: &[&str]| run(desk.path(), &[&["check", "wood.txt", "--lint"][..], more].concat()).1;
    assert!(advice(&[]).contains("side-on-blocked"));
    assert!(!advice(&variant).contains("side-on-blocked"));
    let (code, out, _) = run(desk.path(), &["check", &format!("{woodland}/WoodlandCre.xml")]);
    assert!(code == 0 && out.contains("variant-unsupported"), "{code} {out}");
}

#[test]
fn a_verdict_names_its_panel_and_its_intervals() {
    let desk = tempfile::tempdir().unwrap();
    let oasis = format!("{MAPS}/titan/oasis.rnd");
    let ask = |more: &[&str]| {
        let (code, out, err) = run(desk.path(), &[&["fairness", &oasis, "--games", "16"], more].concat());
        assert_eq!(code, 0, "{err}");
        out
    };
    let text = ask(&[]);
    for part in [
        "50 rolls",
        "16 battles",
        "keen against itself",
        "95 %",
        "Bottom",
        "natives of Sand",
        "time limit decides",
        "panel",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    let one: serde_json::Value = serde_json::from_str(&ask(&["--json", "--threads", "1"])).unwrap();
    let two: serde_json::Value = serde_json::from_str(&ask(&["--json", "--threads", "2"])).unwrap();
    assert_eq!(one, two, "threads change nothing");
}

#[test]
fn every_mistake_of_a_battle_is_named_and_none_ends_the_program() {
    let desk = tempfile::tempdir().unwrap();
    let battle = "BATTLE\nENTRANCE Top\nATTACKER Titan Titan\nATTACKER-SCORE 99999999999\nANGELS Ogre\nDEFENDER\nLAND \"x\"\n9 9 Sand 0\n";
    std::fs::write(desk.path().join("bad.battle"), battle).unwrap();
    let (code, out, err) = run(desk.path(), &["check", "bad.battle"]);
    assert_eq!(code, 1, "{out}{err}");
    for part in [
        "found `Top`",
        "at most one Titan",
        "0 to 9999",
        "Ogre cannot be summoned",
        "no-such-hex",
        "the defender has 0",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn several_lands_and_recordings_are_judged_a_line_each() {
    let desk = tempfile::tempdir().unwrap();
    let (oasis, keeps) = (format!("{MAPS}/titan/oasis.rnd"), format!("{MAPS}/titan/twin-keeps.rnd"));
    let (code, out, err) = run(desk.path(), &["fairness", &oasis, &keeps, "--games", "8"]);
    assert_eq!((code, out.lines().count()), (0, 2), "{out}{err}");
    assert!(out.contains("quick ") && out.contains("keen "), "{out}");
    let record =
        r#"{"id":"own","land":"Meadow","map":"D4:Sand:1:0d","startlist":null,"side":3,"ev":[],"end":{}}"#;
    std::fs::write(desk.path().join("own.jsonl"), format!("{record}\n{record}\n")).unwrap();
    let (code, out, err) = run(desk.path(), &["fairness", "own.jsonl", "--games", "8"]);
    assert_eq!((code, out.lines().count()), (0, 1), "{out}{err}");
    assert!(out.starts_with("Meadow "), "{out}");
    let (code, out, err) = run(desk.path(), &["fairness", &oasis, "--games", "8", "--html", "page.html"]);
    assert_eq!(code, 0, "{out}{err}");
    let page = std::fs::read_to_string(desk.path().join("page.html")).unwrap();
    assert!(page.contains("Where strikes fall") && page.matches("<svg").count() == 5, "{page}");
    let (code, _, err) = run(desk.path(), &["fairness", &oasis, "--seats", "4"]);
    assert!(code == 2 && err.contains("--seats means nothing for battlelands"), "{code} {err}");
}

#[test]
fn a_recording_that_differs_is_named() {
    let desk = tempfile::tempdir().unwrap();
    let record = r#"{"id":"own","map":"","startlist":null,"terrain":"Plains","side":3,"A":{"score":0,"titan":6,"creatures":["Lion"],"donors":[],"summoned":false},"D":{"score":0,"titan":6,"creatures":["Ogre"]},"ev":[["P",1,"move","D",{"d0":["X0",0],"a0":["X3",0]}],["L",{"d0":"D6"}]],"end":{}}"#;
    std::fs::write(desk.path().join("own.jsonl"), format!("{record}\n")).unwrap();
    let (code, out, err) = run(desk.path(), &["replay", "own.jsonl", "--verify"]);
    assert_eq!(code, 1, "{out}{err}");
    assert!(out.contains("battle own, event 1: moves of d0 (Ogre)"), "{out}");
    assert!(out.contains("1 battles differing"), "{out}");
}

#[test]
fn a_land_that_nobody_can_enter_is_judged_and_says_why() {
    let desk = tempfile::tempdir().unwrap();
    let columns = [2..=4, 1..=4, 1..=5, 0..=5, 1..=5, 1..=4];
    let hexes = columns.into_iter().enumerate().flat_map(|(x, rows)| rows.map(move |y| (x, y)));
    let stone: String = hexes.map(|(x, y)| format!("{x} {y} Stone 0\n")).collect();
    std::fs::write(desk.path().join("stone.txt"), stone).unwrap();
    let (code, out, err) = run(desk.path(), &["fairness", "stone.txt", "--games", "1"]);
    assert!(code == 0 && out.contains("nobody ever strikes"), "{code} {out}{err}");
    assert!(out.contains("quick against itself, 1 battle:"), "{out}");
}
