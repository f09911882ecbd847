//! The options that are not about engines, to settings.

use super::words::Word;
use crate::tournament::Settings;

/// Changes what one option names.
///
/// # Errors
/// Tells in one line the first word that is wrong.
pub(super) fn apply(
    settings: &mut Settings,
    name: &str,
    place: &str,
    words: &[&str],
) -> Result<(), String> {
    let one = Word::alone(place, words.first().copied().unwrap_or_default(), "");
    let file = Word::alone(place, words.first().copied().unwrap_or_default(), "file");
    let mut each = |change: fn(&mut Settings, &Word<'_>) -> Result<(), String>| {
        let mut words = words.iter().map(|word| Word::with_key(place, word));
        words.try_for_each(|word| change(settings, &word))
    };
    match name {
        "tournament" => settings.tournament = one.name()?,
        "seeds" => settings.seeds = one.count()?,
        "rounds" => settings.rounds = one.count()?,
        "games" => settings.games = one.count()?,
        "repeat" => match one.switch() {
            Ok(repeat) => settings.repeat = repeat,
            Err(_) => {
                let games = one.whole();
                settings.games = games.map_err(|_| one.fault("on, off or a number of games"))?;
                settings.repeat = true;
            }
        },
        "noswap" => settings.noswap = one.switch()?,
        "reverse" => settings.reverse = one.switch()?,
        "concurrency" => settings.concurrency = one.count()?,
        "srand" => settings.srand = one.whole()?,
        "rules" => settings.rules = one.text()?,
        "repetition-count" => settings.repetition_count = Some(one.whole()?),
        "on-violation" => settings.on_violation = one.name()?,
        "bans" => settings.bans = one.switch()?,
        "maxmoves" => settings.maxmoves = Some(one.whole()?),
        "recover" => settings.recover = one.switch()?,
        "wait" => settings.wait = one.whole()?,
        "startup-ms" => settings.startup_ms = one.whole()?,
        "newgame-ms" => settings.newgame_ms = one.whole()?,
        "ping-ms" => settings.ping_ms = one.whole()?,
        "stall-ms" => settings.stall_ms = one.whole()?,
        "check-mate-pvs" => settings.check_mate_pvs = one.switch()?,
        "use-affinity" => settings.use_affinity = Some(processors(&one)?),
        "event" => settings.event = one.text()?,
        "site" => settings.site = one.text()?,
        "journal" => settings.output.journal = Some(file.path()?),
        "notation" => settings.output.notation = one.name()?,
        "encoding" => settings.output.encoding = one.name()?,
        "jsonout" => settings.output.json = Some(file.path()?),
        "htmlout" => settings.output.html = Some(file.path()?),
        "ratinginterval" => settings.output.ratinginterval = one.whole()?,
        "scoreinterval" => settings.output.scoreinterval = one.whole()?,
        "natural-limit" => return each(natural_limit),
        "output" => return each(output),
        "report" => return each(report),
        "pgnout" => return each(pgnout),
        "epdout" => return each(epdout),
        "log" => return each(log),
        "openings" => return each(openings),
        "draw" => return each(draw),
        "resign" => return each(resign),
        "sprt" => return each(sprt),
        _ => return Err(format!("{place}: the option means nothing here")),
    }
    Ok(())
}

fn output(settings: &mut Settings, word: &Word<'_>) -> Result<(), String> {
    match word.key {
        "format" => settings.output.format = word.name()?,
        _ => return Err(word.unknown("format=")),
    }
    Ok(())
}

fn report(settings: &mut Settings, word: &Word<'_>) -> Result<(), String> {
    match word.key {
        "penta" => settings.output.penta = word.switch()?,
        _ => return Err(word.unknown("penta=")),
    }
    Ok(())
}

fn natural_limit(settings: &mut Settings, word: &Word<'_>) -> Result<(), String> {
    match word.key {
        "plies" => settings.natural_limit = Some(word.whole()?),
        "checks" => settings.natural_checks = Some(word.whole()?),
        plies if word.is_bare() => {
            let plies = word.bare(plies).whole()?;
            settings.natural_limit = Some(plies);
        }
        _ => return Err(word.unknown("a number of plies, or checks=")),
    }
    Ok(())
}

fn epdout(settings: &mut Settings, word: &Word<'_>) -> Result<(), String> {
    let output = &mut settings.output;
    match word.key {
        "file" => output.epd = Some(word.path()?),
        "append" => output.epd_append = word.switch()?,
        file if word.is_bare() && !file.is_empty() => output.epd = Some(file.into()),
        _ => return Err(word.unknown("a path, or one of file= and append=")),
    }
    Ok(())
}

/// Takes the folder; words of fastchess beside it ask for what cannot be chosen.
fn log(settings: &mut Settings, word: &Word<'_>) -> Result<(), String> {
    match word.key {
        folder if word.is_bare() && !folder.is_empty() => settings.output.log = Some(folder.into()),
        _ => {
            return Err(word.unknown(
                "the path of a folder alone: all is logged there, at once, behind what it holds",
            ));
        }
    }
    Ok(())
}

fn pgnout(settings: &mut Settings, word: &Word<'_>) -> Result<(), String> {
    let output = &mut settings.output;
    match word.key {
        "file" => output.pgn = Some(word.path()?),
        "append" => output.pgn_append = word.switch()?,
        "min" if !word.is_bare() => output.pgn_min = word.switch()?,
        // So cutechess writes it, behind the name of the file.
        "min" if output.pgn.is_some() => output.pgn_min = true,
        "timeleft" => output.pgn_details.timeleft = word.switch()?,
        "latency" => output.pgn_details.latency = word.switch()?,
        "nodes" => output.pgn_details.nodes = word.switch()?,
        "seldepth" => output.pgn_details.seldepth = word.switch()?,
        "nps" => output.pgn_details.nps = word.switch()?,
        "hashfull" => output.pgn_details.hashfull = word.switch()?,
        "pv" => output.pgn_details.pv = word.switch()?,
        "notation" => output.notation = word.name()?,
        "encoding" => output.encoding = word.name()?,
        file if word.is_bare() && !file.is_empty() => output.pgn = Some(file.into()),
        _ => {
            return Err(word.unknown(
                "a path, or one of file=, append=, notation=, encoding=, min=, timeleft=, latency=, nodes=, seldepth=, \
                 nps=, hashfull= and pv=",
            ));
        }
    }
    Ok(())
}

fn openings(settings: &mut Settings, word: &Word<'_>) -> Result<(), String> {
    let openings = &mut settings.openings;
    match word.key {
        "file" => openings.file = Some(word.path()?),
        "format" => openings.format = Some(word.name()?),
        "order" => openings.order = word.name()?,
        "plies" => openings.plies = Some(word.whole()?),
        "start" => openings.start = word.count()?,
        _ => return Err(word.unknown("one of file=, format=, order=, plies= and start=")),
    }
    Ok(())
}

fn draw(settings: &mut Settings, word: &Word<'_>) -> Result<(), String> {
    let draw = settings.draw.get_or_insert_default();
    match word.key {
        "movenumber" => draw.movenumber = word.whole()?,
        "movecount" => draw.movecount = word.count()?,
        "score" => draw.score = word.whole()?,
        _ => return Err(word.unknown("one of movenumber=, movecount= and score=")),
    }
    Ok(())
}

fn resign(settings: &mut Settings, word: &Word<'_>) -> Result<(), String> {
    let resign = settings.resign.get_or_insert_default();
    match word.key {
        "movecount" => resign.movecount = word.count()?,
        "score" => resign.score = word.count()?,
        "twosided" => resign.twosided = word.switch()?,
        _ => return Err(word.unknown("one of movecount=, score= and twosided=")),
    }
    Ok(())
}

fn sprt(settings: &mut Settings, word: &Word<'_>) -> Result<(), String> {
    let sprt = settings.sprt.get_or_insert_default();
    match word.key {
        "elo0" => sprt.elo0 = word.real()?,
        "elo1" => sprt.elo1 = word.real()?,
        "alpha" => sprt.alpha = word.real()?,
        "beta" => sprt.beta = word.real()?,
        "model" => sprt.model = word.name()?,
        _ => return Err(word.unknown("one of elo0=, elo1=, alpha=, beta= and model=")),
    }
    Ok(())
}

/// Reads numbers and ranges of them with commas between; `all` is none, which leaves no processor out.
fn processors(word: &Word<'_>) -> Result<Vec<usize>, String> {
    let text = word.text()?;
    if text == "all" {
        return Ok(Vec::new());
    }
    let ranges = text.split(',').map(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        (first <= last && last < Settings::PROCESSORS).then_some(first..=last)
    });
    let ranges: Option<Vec<_>> = ranges.collect();
    let ranges = ranges.ok_or_else(|| word.fault("numbers of processors, as 0-3,5, or all"))?;
    Ok(ranges.into_iter().flatten().collect())
}
