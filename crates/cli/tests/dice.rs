//! `replay --verify-dice` on the record of a real table, and on what a forger would make of it.

#[allow(dead_code, reason = "other tests of this desk need the rest")]
mod desk;

use desk::Desk;

#[test]
fn the_dice_of_a_table_are_verified() {
    let desk = Desk::new();
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/dice.record")).unwrap();
    let verify = |text: &str, more: &[&str]| {
        desk.write("g.record", text);
        let told = desk.run(&[&["replay", "g.record", "--verify-dice"], more].concat());
        (Some(told.code), told.out + &told.err)
    };
    let (code, said) = verify(&text, &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("of the server and 2 seats, and so does the board; 1 committed and did not open"),
        "{said}"
    );
    let (code, said) = verify(&text, &["--json"]);
    assert_eq!(code, Some(0));
    let told: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(
        (&told["dice_verified"], &told["left_out"], &told["board"]),
        (&true.into(), &1.into(), &true.into())
    );

    let line = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap();
    let changed = |line: &str, to: &str| text.replacen(line, to, 1);
    let seat = line("dice: seat 0");
    let other = if seat.ends_with('0') { "1" } else { "0" };
    let roll = line("chance roll");
    let rolled = if roll == "chance roll 1 1" { "chance roll 1 2" } else { "chance roll 1 1" };
    let types = line("| board types");
    let mut words: Vec<&str> = types.split(' ').collect();
    words[3..].reverse();
    let turned = words.join(" ");
    let without: String =
        text.lines().filter(|line| !line.starts_with("dice: ")).map(|line| format!("{line}\n")).collect();
    for (forged, why) in [
        (changed(seat, &format!("{}{other}", &seat[..seat.len() - 1])), "seat 0 opened other bytes"),
        (changed(roll, rolled), "the dice gave"),
        (changed(line("dice: draw"), "dice: draw 1 of 999"), "draw 0 is"),
        (changed(types, &turned), "error"),
        (without, "says nothing of its dice"),
    ] {
        let (code, said) = verify(&forged, &[]);
        assert!(code == Some(1) && said.contains(why), "{why}: {said}");
    }
    // one question at a time
    let (code, said) = verify(&text, &["--at", "3"]);
    assert_eq!(code, Some(2), "{said}");
}
