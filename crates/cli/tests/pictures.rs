//! `hexwright render` as people use it, and the picture in the README, which must be what it draws today.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn render(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexwright"));
    command
        .current_dir(root())
        .env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .arg("render")
        .args(arguments);
    command.output().expect("the binary runs")
}

#[test]
fn the_picture_of_the_readme_is_what_the_binary_draws() {
    let drawn = render(&["maps/catan/base.catan", "--seed", "3", "--format", "svg"]);
    assert!(drawn.status.success());
    let committed = std::fs::read(root().join("docs/img/base.svg")).expect("docs/img/base.svg");
    assert!(drawn.stdout == committed, "docs/img/base.svg is old; draw it again as docs/pictures.md says");
    let png = std::fs::read(root().join("docs/img/base.png")).expect("docs/img/base.png");
    assert_eq!(u32::from_be_bytes(png[16..20].try_into().unwrap()), 900);
}

#[test]
fn a_board_appears_as_svg_png_and_text() {
    let folder = tempfile::tempdir().unwrap();
    for (name, magic) in [("a.svg", "<svg"), ("a.png", "\u{89}PNG"), ("a.txt", " ")] {
        let path = folder.path().join(name);
        let how = ["maps/catan/archipelago.catan", "-o", path.to_str().unwrap(), "--width", "200"];
        // only what is made of pixels has a width in pixels
        let how = if name == "a.png" { &how[..] } else { &how[..3] };
        assert!(render(how).status.success(), "{name}");
        let bytes = std::fs::read(&path).unwrap();
        if name == "a.png" {
            assert_eq!(u32::from_be_bytes(bytes[16..20].try_into().unwrap()), 200);
        }
        let magic: Vec<u8> = magic.chars().map(|c| c as u8).collect();
        assert!(bytes.starts_with(&magic), "{name}");
    }
    let text = render(&["maps/pioneers/gold_atoll.game"]);
    assert!(String::from_utf8(text.stdout).unwrap().contains("gold"));
}

#[test]
fn a_print_at_true_size_takes_several_sheets() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.pdf");
    let pages = |more: &[&str]| {
        let mut how = vec!["maps/catan/duel.catan", "-o", path.to_str().unwrap()];
        how.extend(more);
        assert!(render(&how).status.success());
        let file = std::fs::read(&path).unwrap();
        assert!(file.starts_with(b"%PDF-1."));
        file.windows(12).filter(|w| w.starts_with(b"/Type /Page") && w[11] != b's').count()
    };
    assert_eq!(pages(&[]), 1);
    assert_eq!(pages(&["--print", "a4", "--hex", "40"]), 2);
    let refused = render(&["maps/catan/duel.catan", "--print", "a0"]);
    assert!(String::from_utf8(refused.stderr).unwrap().contains("expected a4, a3 or letter"));
}

#[test]
fn options_change_what_is_seen() {
    let svg = |option: &str| {
        let out = render(&["maps/catan/base.catan", "--format", "svg", option]);
        assert!(out.status.success(), "{option}");
        String::from_utf8(out.stdout).unwrap()
    };
    let plain = svg("--seed=1");
    assert!(svg("--labels").contains("class=\"labels\"") && !plain.contains("class=\"labels\""));
    assert!(svg("--heat").contains("class=\"heat\"") && !plain.contains("class=\"heat\""));
    assert!(svg("--dark").contains("#171a1f") && !plain.contains("#171a1f"));
    assert!(!svg("--greyscale").contains("#b5121b") && plain.contains("#b5121b"));
    assert_eq!(svg("--open").matches(">?<").count(), 47);
}

#[test]
fn what_cannot_be_drawn_is_said_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.png");
    let out = render(&["maps/catan/base.catan", "--width", "4000000", "-o", path.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8(out.stderr).unwrap().contains("cannot draw 4000000 x"));
    assert!(!path.exists());
    let out = render(&["maps/catan/base.catan", "--format", "gif"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8(out.stderr).unwrap().contains("expected svg, png, pdf or text"));
}
