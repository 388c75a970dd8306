//! What people asked for and what they were told: the outside account that the store must agree with.

use std::collections::BTreeMap;
use tokio::time::Instant;

/// An intent of a person.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) table: String,
    pub(crate) who: String,
    pub(crate) id: String,
    pub(crate) said: bool,
    pub(crate) first_sent: Instant,
    pub(crate) acknowledged: Option<Instant>,
    /// The words of a refusal for good.
    pub(crate) refused: Option<String>,
}

/// Where a person is and what it waits for.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub(crate) table: Option<String>,
    /// What it wants and since when.
    pub(crate) wants: Option<(String, Instant)>,
    /// The number of the last state it was shown at this table.
    pub(crate) n: Option<usize>,
    pub(crate) cannot_save: bool,
    pub(crate) over: bool,
}

/// What people know of the dice of a table before its game begins.
#[derive(Clone, Debug, Default)]
pub(crate) struct DiceSeen {
    /// The hash of the server's secret.
    pub(crate) hash: Option<String>,
    /// What everybody had committed to when people opened.
    pub(crate) commitments: Option<Vec<Option<String>>>,
    /// What the person of each seat adds.
    pub(crate) bytes: BTreeMap<u8, String>,
}

#[derive(Debug, Default)]
pub(crate) struct Journal {
    pub(crate) broken: Vec<String>,
    pub(crate) asked: Vec<Asked>,
    /// Seats people were given: table, seat, secret, name.
    pub(crate) seated: Vec<(String, usize, String, String)>,
    /// Digest of what was shown, by table, number and seat, and to whom first.
    pub(crate) shown: BTreeMap<(String, usize, Option<u8>), (u64, String)>,
    /// What was heard, by table and number.
    pub(crate) heard: BTreeMap<(String, u64), (String, String)>,
    pub(crate) people: BTreeMap<String, Standing>,
    /// What is known of the dice, by table.
    pub(crate) dice: BTreeMap<String, DiceSeen>,
}

impl Journal {
    /// The intent with this id.
    pub(crate) fn asked(&mut self, id: &str) -> Option<&mut Asked> {
        self.asked.iter_mut().rev().find(|asked| asked.id == id)
    }

    /// How a person stands.
    pub(crate) fn person(&mut self, who: &str) -> &mut Standing {
        self.people.entry(who.to_owned()).or_insert_with(|| Standing {
            table: None,
            wants: None,
            n: None,
            cannot_save: false,
            over: false,
        })
    }
}
