//! Programs that verbs start: what they printed, how long they ran and how much processor time they took.

use crate::timing;
use anyhow::{Context as _, Result};
use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

/// How often a running program is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// How a program ended.
pub(crate) struct Ended {
    /// None if it was stopped because it ran longer than it may.
    pub(crate) status: Option<ExitStatus>,
    pub(crate) wall: Duration,
    pub(crate) processor: Duration,
}

impl Ended {
    pub(crate) fn success(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }

    /// Why it is not a success, in words.
    pub(crate) fn failure(&self) -> String {
        match self.status {
            Some(status) => status.to_string(),
            None => format!("stopped after {} s", self.wall.as_secs()),
        }
    }
}

/// Runs a program to its end. Its processor time is added to the step it belongs to.
pub(crate) fn run(command: &mut Command, limit: Option<Duration>) -> Result<Ended> {
    let name = command.get_program().to_string_lossy().into_owned();
    let start = timing::now();
    let mut child = command.spawn().with_context(|| format!("cannot start {name}"))?;
    let stopped = loop {
        // an ended program keeps its figures until somebody asks how it ended
        if has_ended(&child)? {
            break false;
        }
        if limit.is_some_and(|limit| start.elapsed() > limit) {
            child.kill()?;
            break true;
        }
        std::thread::sleep(LOOK);
    };
    let processor = processor_time(&format!("/proc/{}/stat", child.id()));
    let status = child.wait()?;
    timing::spent(processor);
    Ok(Ended { status: (!stopped).then_some(status), wall: start.elapsed(), processor })
}

/// The same with everything it prints in a file, which programs it leaves behind cannot hold up.
pub(crate) fn run_into(command: &mut Command, file: &Path, limit: Duration) -> Result<(Ended, String)> {
    let output = File::create(file).with_context(|| format!("cannot write {}", file.display()))?;
    command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
    let ended = run(command, Some(limit))?;
    let text = String::from_utf8_lossy(&std::fs::read(file)?).into_owned();
    Ok((ended, text))
}

/// Whether a program has ended; it can still be asked how.
fn has_ended(child: &Child) -> Result<bool> {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw).context("a process has a number")?;
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    Ok(waitid(WaitId::Pid(pid), options)?.is_some())
}

/// The processor time of a process and of the children it waited for; nothing where the system does not tell.
fn processor_time(file: &str) -> Duration {
    std::fs::read_to_string(file).ok().and_then(|text| ticks(&text)).map_or(Duration::ZERO, timing::of_ticks)
}

/// User and system time of the process and of its children: fields 14 to 17. The second field, a name in brackets, may
/// hold spaces and brackets itself.
fn ticks(stat: &str) -> Option<u64> {
    let after_name = stat.rsplit_once(')')?.1;
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    fields.get(11..15)?.iter().map(|field| field.parse::<u64>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::{run, run_into, ticks};
    use std::process::Command;
    use std::time::Duration;

    #[test]
    fn processor_time_is_that_of_a_process_and_its_children() {
        let stat = "71 (a b) c) S 1 71 71 0 -1 4194560 1234 99 0 0 7 5 300 20 20 0 3 0 1234 0 0";
        assert_eq!(ticks(stat), Some(7 + 5 + 300 + 20));
        assert_eq!(ticks("71 (cut) S 1"), None);
    }

    #[test]
    fn the_processor_time_of_grandchildren_counts() {
        let script = "sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'; true";
        let ended = run(Command::new("sh").args(["-c", script]), None).unwrap();
        assert!(ended.success());
        assert!(ended.processor > Duration::ZERO);
    }

    #[test]
    fn a_program_that_runs_too_long_is_stopped_and_what_it_said_is_kept() {
        let file = std::env::temp_dir().join(format!("hexwright-xtask-{}", std::process::id()));
        // the sleeping grandchild keeps the output open
        let mut command = Command::new("sh");
        command.args(["-c", "echo before; sleep 5 & wait"]);
        let (ended, text) = run_into(&mut command, &file, Duration::from_millis(300)).unwrap();
        std::fs::remove_file(file).unwrap();
        assert!(!ended.success());
        assert!(ended.failure().starts_with("stopped after"), "{}", ended.failure());
        assert_eq!(text, "before\n");
    }
}
