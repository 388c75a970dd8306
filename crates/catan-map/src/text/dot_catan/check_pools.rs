//! Pools against maps: what is fixed must be in the pool, what is left must cover the `any` cells.

use super::Leniency;
use super::draft::{Draft, Num};
use super::tell::plural;
use crate::map::Resource;
use hexwright_core::text::Finding;
use hexwright_core::{Diagnostic, Key as _, Severity};

const LANDS: [&str; 6] = ["hill", "forest", "pasture", "field", "mountain", "desert"];
const PORTS: [&str; 7] = ["empty", "three", "brick", "wood", "wool", "wheat", "ore"];

pub(super) fn all(draft: &Draft, leniency: Leniency, findings: &mut Vec<Diagnostic>) {
    let values = draft
        .types
        .as_ref()
        .zip(draft.values.as_ref())
        .map(|(types, values)| values_on_board(types, values, findings));
    let left = types(draft, leniency, findings);
    if let (Some(types), Some(values)) = (&draft.types, &values) {
        if let Some(left) = left {
            numbered_any(types, values, draft, left, findings);
        }
        self::values(draft, types, values, left, leniency, findings);
    }
    ports(draft, leniency, findings);
}

/// The value map with forbidden numbers named and read as 0.
fn values_on_board(types: &[Num], values: &[Num], findings: &mut Vec<Diagnostic>) -> Vec<Num> {
    let mut read = values.to_vec();
    for (hex_type, value) in types.iter().zip(&mut read) {
        let finding = match hex_type.value {
            0 if value.value != 0 => {
                let message = format!("water must have value 0, found {}", value.value);
                VALUE_ON_WATER.at(value.span, message).help("set it to 0")
            }
            7 if value.value != 0 => {
                let message = format!("a fixed desert must have value 0, found {}", value.value);
                VALUE_ON_DESERT.at(value.span, message).help("set it to 0 or change the hex type")
            }
            _ => continue,
        };
        findings.push(finding.fix("set it to 0", value.span, "0"));
        value.value = 0;
    }
    read
}

/// Compares a pool with what is fixed; returns what is left of each kind.
struct Pool<'a, const N: usize> {
    pool: &'a [Num; N],
    fixed: [u32; N],
    any: usize,
}

impl<const N: usize> Pool<'_, N> {
    fn left(&self) -> [u32; N] {
        std::array::from_fn(|i| self.pool[i].value.saturating_sub(self.fixed[i]))
    }

    fn too_small(
        &self,
        leniency: Leniency,
        findings: &mut Vec<Diagnostic>,
        never_matters: impl Fn(usize) -> bool,
        words: impl Fn(usize, u32) -> (String, String),
    ) {
        for kind in 0..N {
            let (have, need) = (self.pool[kind], self.fixed[kind]);
            if have.value >= need {
                continue;
            }
            let unused = self.any == 0 || never_matters(kind);
            let severity = if unused { leniency.forgiven() } else { Severity::Error };
            let (fixed, name) = words(kind, need);
            let message = format!("{fixed} fixed on the board, the pool has {}", have.value);
            let help = format!("raise {name} to {need} or more");
            findings.push(POOL_TOO_SMALL.rated(severity, have.span, message).help(help));
        }
    }
}

fn are(count: u32, noun: &str) -> String {
    let verb = if count == 1 { "is" } else { "are" };
    format!("{} {verb}", plural(count as usize, noun))
}

/// What the type pool has left, with the number of `any` hexes.
#[derive(Clone, Copy)]
struct TypesLeft {
    kinds: [u32; 6],
    any: usize,
}

impl TypesLeft {
    fn resources(&self) -> u32 {
        self.kinds[..5].iter().sum()
    }

    fn surplus(&self) -> i64 {
        (i64::from(self.kinds.iter().sum::<u32>()) - self.any as i64).max(0)
    }
}

fn types(draft: &Draft, leniency: Leniency, findings: &mut Vec<Diagnostic>) -> Option<TypesLeft> {
    let types = draft.types.as_ref()?;
    let pool = draft.type_pool.as_ref()?;
    let mut fixed = [0; 6];
    for code in types.iter().filter(|n| n.value >= 2) {
        fixed[code.value as usize - 2] += 1;
    }
    let any = types.iter().filter(|n| n.value == 1).count();
    let compared = Pool { pool, fixed, any };
    compared.too_small(
        leniency,
        findings,
        |_| false,
        |kind, need| {
            let name = Resource::ALL.get(kind).map_or("desert", |r| r.name());
            (are(need, LANDS[kind]), format!("{name} in the hex type pool"))
        },
    );
    let kinds = compared.left();
    let sum: u32 = kinds.iter().sum();
    if (sum as usize) < any {
        let message = format!(
            "{} {} any, {} {} left in the pool",
            if any == 1 { "1 hex".to_owned() } else { format!("{any} hexes") },
            if any == 1 { "is" } else { "are" },
            plural(sum as usize, "type"),
            if sum == 1 { "is" } else { "are" },
        );
        let help = format!("add {} to the hex type pool or fix a hex", any - sum as usize);
        findings.push(POOL_EXHAUSTED.at(pool[0].span, message).help(help));
    }
    Some(TypesLeft { kinds, any })
}

/// An `any` hex with a number never becomes desert, so enough other types must be left.
fn numbered_any(
    types: &[Num],
    values: &[Num],
    draft: &Draft,
    left: TypesLeft,
    findings: &mut Vec<Diagnostic>,
) {
    let numbered = || types.iter().zip(values).filter(|(t, v)| t.value == 1 && v.value >= 2);
    let count = numbered().count();
    let resources = left.resources();
    if count > resources as usize
        && draft.type_pool.is_some()
        && let Some((_, first)) = numbered().next()
    {
        let message = format!(
            "{} any {} a number, {} other than desert {} left",
            count,
            if count == 1 { "hex carries" } else { "hexes carry" },
            plural(resources as usize, "type"),
            if resources == 1 { "is" } else { "are" },
        );
        findings.push(
            DESERT_NEEDS_UNNUMBERED_HEX
                .at(first.span, message)
                .help("a desert has no number: set a value to 0 or 1, or take a desert out of the pool"),
        );
    }
}

fn values(
    draft: &Draft,
    types: &[Num],
    values: &[Num],
    types_left: Option<TypesLeft>,
    leniency: Leniency,
    findings: &mut Vec<Diagnostic>,
) {
    let on_land = || types.iter().zip(values).filter(|(t, _)| t.value != 0);
    let seven = on_land().find(|(_, v)| v.value == 7).map(|(_, v)| *v);
    let Some(pool) = &draft.value_pool else {
        rollable_seven(seven, findings);
        return;
    };
    let mut fixed = [0; 12];
    for (_, value) in on_land().filter(|(_, v)| v.value != 1) {
        fixed[if value.value == 0 { 0 } else { value.value as usize - 1 }] += 1;
    }
    let any = on_land().filter(|(_, v)| v.value == 1).count();
    let compared = Pool { pool: &pool.counts, fixed, any };
    // a 0 that is short changes nothing: hexes without number need no token
    compared.too_small(
        leniency,
        findings,
        |kind| kind == 0,
        |kind, need| {
            let number = if kind == 0 { 0 } else { kind + 1 };
            let verb = if need == 1 { "is" } else { "are" };
            (
                format!("{} with value {number} {verb}", hexes(need)),
                format!("value {number} in the hex value pool"),
            )
        },
    );
    let left = compared.left();
    let drawn_seven = (any > 0 && left[6] > 0).then_some(pool.counts[6]);
    rollable_seven(seven.or(drawn_seven), findings);

    let types_any = types.iter().any(|t| t.value == 1);
    if types_any && types_left.is_none() {
        return;
    }
    let certain = types_left.map_or(0, |left| {
        let bare = types.iter().zip(values).filter(|(t, v)| t.value == 1 && v.value == 0).count() as i64;
        ((i64::from(left.kinds[5]) - left.surplus()).max(0) - bare).max(0)
    });
    let certain = if types_any { certain } else { 0 };
    let numbers = i64::from(left[1..].iter().sum::<u32>());
    let tokens = numbers + i64::from(left[0]);
    let open = any as i64;
    let first = pool.first;
    if tokens < open - certain {
        let message =
            format!("{} any, {} left in the pool", are(any as u32, "value"), are(tokens as u32, "token"),);
        let help = format!("add {} to the hex value pool or fix a value", open - certain - tokens);
        findings.push(POOL_EXHAUSTED.at(first, message).help(help));
        return;
    }
    if tokens < open {
        let message = format!(
            "{} any, {} left; drawn deserts cover the rest",
            are(any as u32, "value"),
            are(tokens as u32, "token"),
        );
        findings.push(
            POOL_COUNTS_ON_DESERTS.judged(leniency, first, message).help("add a 0 token for each desert"),
        );
    }
    if numbers < open - certain {
        let message = format!(
            "{} left for {}",
            are(numbers as u32, "number"),
            if open - certain == 1 {
                "1 productive hex".to_owned()
            } else {
                format!("{} productive hexes", open - certain)
            },
        );
        findings.push(
            UNNUMBERED_HEX_POSSIBLE
                .judged(leniency, first, message)
                .help("add a number or accept hexes that never yield"),
        );
    }
}

fn hexes(count: u32) -> String {
    if count == 1 { "1 hex".to_owned() } else { format!("{count} hexes") }
}

fn rollable_seven(seven: Option<Num>, findings: &mut Vec<Diagnostic>) {
    if let Some(seven) = seven {
        findings.push(
            SEVEN_IS_ROLLABLE
                .at(seven.span, "value 7: this hex yields before the robber moves")
                .help("leave 7 out unless this is wanted"),
        );
    }
}

fn ports(draft: &Draft, leniency: Leniency, findings: &mut Vec<Diagnostic>) {
    let pool = draft.port_pool();
    six_columns(draft, pool, leniency, findings);
    let (Some(kinds), Some(pool)) = (&draft.port_types, pool) else { return };
    let mut fixed = [0; 7];
    for kind in kinds.iter().filter(|n| n.value > 0) {
        fixed[kind.value as usize] += 1;
    }
    let any = kinds.iter().filter(|n| n.value == 0).count();
    let compared = Pool { pool: &pool, fixed, any };
    compared.too_small(
        leniency,
        findings,
        |_| false,
        |kind, need| {
            let verb = if need == 1 { "port is" } else { "ports are" };
            (format!("{need} {} {verb}", PORTS[kind]), format!("{} in the port type pool", PORTS[kind]))
        },
    );
    let sum: u32 = compared.left().iter().sum();
    if (sum as usize) < any {
        let message = format!("{} any, {} left in the pool", are(any as u32, "port"), are(sum, "type"));
        let help = format!("add {} to the port type pool or fix a port", any - sum as usize);
        findings.push(POOL_EXHAUSTED.at(pool[0].span, message).help(help));
    }
}

fn six_columns(draft: &Draft, pool: Option<[Num; 7]>, leniency: Leniency, findings: &mut Vec<Diagnostic>) {
    let Some(six) = draft.six_columns else { return };
    let taken = match (six[0].value, pool) {
        (0, Some(pool)) => format!("; ore is taken as {}", pool[6].value),
        (0, None) => "; ore is missing".to_owned(),
        _ => "; empty is taken as 0".to_owned(),
    };
    let message = format!("expected 7 columns, found 6{taken}");
    let finding = PORT_POOL_SIX_COLUMNS.judged(leniency, six[0].span, message);
    findings.push(match pool {
        Some(pool) => {
            let line = super::write::join(&pool.map(|n| n.value));
            finding.help(format!("write `{line}`")).fix(
                "write seven columns",
                six[0].span.to(six[5].span),
                line,
            )
        }
        None => finding.help("write the seven numbers `empty three brick wood wool wheat ore`"),
    });
}

const VALUE_ON_WATER: Finding =
    Finding::error("value-on-water", "a water hex has a number", "Water yields nothing. Set the value to 0.");
const VALUE_ON_DESERT: Finding = Finding::error(
    "value-on-desert",
    "a fixed desert has a number",
    "Deserts yield nothing. Set the value to 0 or change the hex type.",
);
const POOL_TOO_SMALL: Finding = Finding::warning(
    "pool-too-small",
    "a pool has fewer tokens than are fixed on the board",
    "Fixed cells take their tokens out of the pool. An error if open cells are drawn from it.",
);
const POOL_EXHAUSTED: Finding = Finding::error(
    "pool-exhausted",
    "a pool has too few tokens for the open cells",
    "Add tokens or fix cells.",
);
const DESERT_NEEDS_UNNUMBERED_HEX: Finding = Finding::error(
    "desert-needs-unnumbered-hex",
    "drawn deserts exceed the hexes that may stay without number",
    "Set a value to 0 or 1, or take a desert out of the pool.",
);
const POOL_COUNTS_ON_DESERTS: Finding = Finding::warning(
    "pool-counts-on-deserts",
    "the values suffice only because deserts are drawn",
    "Add a 0 token for each desert, so that the pool says so.",
);
pub(super) const UNNUMBERED_HEX_POSSIBLE: Finding = Finding::warning(
    "unnumbered-hex-possible",
    "a land hex may be left without number",
    "Add a number, or accept hexes that never yield.",
);
const SEVEN_IS_ROLLABLE: Finding = Finding::warning(
    "seven-is-rollable",
    "a hex has the number 7",
    "It yields before the robber moves. Leave 7 out unless this is wanted.",
);
const PORT_POOL_SIX_COLUMNS: Finding = Finding::warning(
    "port-pool-six-columns",
    "the port pool has six columns",
    "The pool has seven columns: empty, 3:1 and the five resources.",
);

/// What the checks of this file report.
pub(super) const FINDINGS: &[Finding] = &[
    VALUE_ON_WATER,
    VALUE_ON_DESERT,
    POOL_TOO_SMALL,
    POOL_EXHAUSTED,
    DESERT_NEEDS_UNNUMBERED_HEX,
    POOL_COUNTS_ON_DESERTS,
    UNNUMBERED_HEX_POSSIBLE,
    SEVEN_IS_ROLLABLE,
    PORT_POOL_SIX_COLUMNS,
];
