//! A recorded game as one seat heard it: what `join` would have believed, line by line.

use super::mirror::Mirror;
use super::speech::Speech;
use super::verify::{BadTranscript, Transcript, Verdict};

/// Follows a recording with the ears of one seat: others' cards are guessed, and guessed anew as they
/// are shown. All that the seat hears must be possible, and both accounts equal when it speaks.
///
/// # Errors
/// If it cannot be played at all.
pub fn verify_as(
    transcript: &Transcript,
    installed: Option<&[u8]>,
    seat: usize,
) -> Result<Verdict, BadTranscript> {
    if seat >= transcript.players() {
        return Err(format!("no seat {seat}: {} sit at the table", transcript.players()).into());
    }
    let map = transcript.map(installed)?;
    let mut mirror = Mirror::seen_by(&map, transcript.players(), seat).map_err(|e| e.to_string())?;
    let mut verdict = Verdict::default();
    let mut command = "";
    let mut started = false;
    for row in transcript.traffic.iter().filter(|row| row.seat == seat as i32) {
        verdict.rows += 1;
        let line = row.line.as_str();
        let heard = if row.dir == "c2s" {
            command = line;
            if !started {
                continue;
            }
            verdict.comparisons += 1;
            mirror.compare()
        } else if started {
            mirror.hear(&Speech::of(line, Some(seat)), command)
        } else {
            started = command == "start" && line == "OK";
            Ok(())
        };
        if let Err(what) = heard {
            verdict.disagreements.push((row.seq, format!("as seat {seat}: `{line}`: {what}")));
            break;
        }
    }
    verdict.holes = mirror.holes;
    Ok(verdict)
}
