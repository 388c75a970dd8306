//! Draws a snapshot: `cargo run -p hexwright-render --example terra -- FILE.tms OUT.png [grey|dark]`.

use hexwright_render::Theme;
use hexwright_render::terra::{Options, position_scene};
use hexwright_terra::text::snapshot::{Level, read};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = std::fs::read_to_string(&arguments[0]).expect("a snapshot");
    let (game, position) = read(&text, Level::Rules).snapshot.position_lossy();
    let way = arguments.get(2).map_or("", String::as_str);
    let theme = if way == "dark" { Theme::Dark } else { Theme::Light };
    let options = Options { greyscale: way == "grey", theme, ..Options::default() };
    let scene = position_scene(&game, &position, &options);
    std::fs::write(&arguments[1], scene.to_png(1800).expect("a picture")).expect("written");
}
