//! The word that was probably meant.

/// How alike two words are at least, from 0 to 1, by Jaro's measure; clap asks for as much.
const LEAST: f64 = 0.7;

/// Asks whether the known word that is most like an unknown one was meant, to be put behind what is wrong; gives nothing
/// if none is like it. Case and dashes before a word do not count.
///
/// # Examples
///
/// ```
/// use caipan::text::did_you_mean;
///
/// assert_eq!(did_you_mean("rouns", ["games", "rounds"]), "; did you mean rounds?");
/// assert_eq!(did_you_mean("-rouns", ["-resign", "-rounds"]), "; did you mean -rounds?");
/// assert_eq!(did_you_mean("SyzygyPath", ["Hash", "Threads"]), "");
/// ```
#[must_use]
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let bare = |word: &str| word.trim_start_matches('-').to_lowercase();
    let word = bare(word);
    let alike = known
        .into_iter()
        .map(|known| (strsim::jaro(&word, &bare(known)), known));
    let nearest = alike
        .filter(|(likeness, _)| *likeness > LEAST)
        .max_by(|(one, _), (other, _)| one.total_cmp(other));
    nearest.map_or_else(String::new, |(_, known)| format!("; did you mean {known}?"))
}
