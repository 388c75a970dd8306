//! `completions` and `man`: made from the command line's own description.

use crate::{Status, output};
use anyhow::{Context as _, Result, bail};
use clap::{Args, Command};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: clap_complete::Shell,
}

pub(crate) fn run(args: &CompletionsArgs) -> Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::described(), "hexwright", &mut script);
    output::print_bytes(&script)?;
    Ok(Status::Fine)
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The verb whose page is printed; the page of the program unless given
    #[arg(value_name = "VERB", conflicts_with = "all")]
    verb: Option<String>,
    /// Write the pages of the program and of all verbs into this folder
    #[arg(long, value_name = "FOLDER")]
    all: Option<PathBuf>,
}

pub(crate) fn man(args: &ManArgs) -> Result<Status> {
    let mut command = super::described();
    command.build();
    if let Some(folder) = &args.all {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        return write_pages(&command, "hexwright", folder).map(|()| Status::Fine);
    }
    let page = match &args.verb {
        None => page(command)?,
        Some(verb) => match command.find_subcommand(verb) {
            Some(found) => page(found.clone())?,
            None => bail!("no verb is called {verb:?}; `hexwright --help` names them all"),
        },
    };
    output::print_bytes(&page)?;
    Ok(Status::Fine)
}

/// The page of a command and those of its verbs.
fn write_pages(command: &Command, name: &str, folder: &Path) -> Result<()> {
    output::write_file(&folder.join(format!("{name}.1")), &page(command.clone())?)?;
    for verb in command.get_subcommands().filter(|verb| verb.get_name() != "help") {
        write_pages(verb, &format!("{name}-{}", verb.get_name()), folder)?;
    }
    Ok(())
}

/// A page; its command has been built, so that it knows its whole name.
fn page(command: Command) -> Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(page)
}
