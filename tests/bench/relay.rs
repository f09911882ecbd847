//! What caipan costs between a GUI and an engine, against the engine spoken to directly in the same run.
//!
//! The client, caipan and the engine share one core, where a wake-up costs least and caipan's own cost shows; then the
//! cores that the bench is given. `cargo bench --bench relay -- WORD` measures the parts whose names have the word.
#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

#[path = "relay/child.rs"]
mod child;
#[path = "relay/client.rs"]
mod client;
#[path = "../rulings/record.rs"]
mod record;

use std::env;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use client::Client;
use record::Record;

/// Where Debian has it.
const FAIRY_STOCKFISH: &str = "/usr/games/fairy-stockfish";

/// How often the ways are taken in turn, so that what else the machine does falls on all of them.
const ROUNDS: usize = 20;

/// One kind of measurement.
type Part = fn(&Bench);

/// The files that the programs are started from.
struct Bench {
    own: String,
    _folder: tempfile::TempDir,
    /// Settings for the engine of this bench, and for fairy-stockfish.
    settings: [PathBuf; 2],
}

impl Bench {
    fn new() -> Self {
        let own = env::current_exe().expect("this file");
        let own = own.to_str().expect("a name in UTF-8").to_owned();
        let folder = tempfile::tempdir().expect("a folder");
        let settings = [
            (
                "bench.toml",
                format!("command = {own:?}\narguments = [\"engine\"]\ndialect = \"uci\"\n"),
            ),
            (
                "fairy.toml",
                format!("profile = \"fairy-stockfish\"\ncommand = {FAIRY_STOCKFISH:?}\n"),
            ),
        ];
        let settings = settings.map(|(name, text)| {
            let path = folder.path().join(name);
            fs_err::write(&path, text).expect("a file");
            path
        });
        Self {
            own,
            _folder: folder,
            settings,
        }
    }

    fn direct(&self) -> Client {
        Client::start(&[&self.own, "engine"], &[], "")
    }

    fn piped(&self) -> Client {
        Client::start(&[&self.own, "pipe", &self.own, "engine"], &[], "")
    }

    /// Starts caipan with one of the settings.
    fn relayed(&self, settings: usize, options: &str) -> Client {
        let environment: [(&str, &OsStr); 2] = [
            ("CAIPAN_CONFIG", self.settings[settings].as_os_str()),
            ("XDG_CACHE_HOME", self._folder.path().as_os_str()),
        ];
        Client::start(&[env!("CARGO_BIN_EXE_caipan")], &environment, options)
    }

    /// From `go depth 1` to `bestmove`.
    fn round_trips(&self) {
        let mut clients = [self.direct(), self.piped(), self.relayed(0, "")];
        let mut times = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            for (client, times) in clients.iter_mut().zip(&mut times) {
                for _ in 0..500 {
                    let start = Instant::now();
                    client.ask("position startpos moves h2e2\ngo depth 1\n", "bestmove");
                    times.push(start.elapsed().as_nanos() as u64);
                }
            }
        }
        let [direct, piped, relayed] = times.map(Spread::of);
        println!("  go depth 1 to bestmove, µs   median     p99");
        println!("    direct                   {direct}");
        for (name, spread) in [("two threads that copy", piped), ("caipan", relayed)] {
            let added = spread.beyond(&direct);
            println!("    {name:24} {spread}   added {added}");
        }
    }

    /// How old a line of a flood is when it comes.
    fn flood(&self) {
        println!("  100,000 info lines a second  median     p99     most   (age in µs)");
        let clients = [("direct", self.direct()), ("caipan", self.relayed(0, ""))];
        for (name, mut client) in clients {
            let mut floods: Vec<Spread> = (0..7)
                .map(|_| {
                    let mut ages = Vec::new();
                    client.say("position startpos moves h2e2\ngo movetime 1000\n");
                    loop {
                        let line = client.next_line();
                        if line.starts_with("bestmove") {
                            return Spread::of(ages);
                        }
                        ages.extend(nodes(line).map(|then| child::now().saturating_sub(then)));
                    }
                })
                .collect();
            floods.sort_by_key(|ages| ages.p99);
            for (name, ages) in [
                (name, &floods[floods.len() / 2]),
                ("  the best of seven", &floods[0]),
            ] {
                println!("    {name:24} {ages} {:8.1}", micros(ages.most));
            }
        }
    }

    /// Nodes of an engine that really thinks.
    fn nodes(&self) {
        if !PathBuf::from(FAIRY_STOCKFISH).exists() {
            return println!("  nodes: no {FAIRY_STOCKFISH}");
        }
        let options = "setoption name UCI_Variant value xiangqi\n";
        let mut clients = [
            Client::start(&[FAIRY_STOCKFISH], &[], options),
            self.relayed(1, ""),
        ];
        let mut found = [Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            for (client, found) in clients.iter_mut().zip(&mut found) {
                client.ask("ucinewgame\nisready\n", "readyok");
                client.say("position startpos\ngo movetime 1000\n");
                let mut last = 0;
                loop {
                    let line = client.next_line();
                    if line.starts_with("bestmove") {
                        break;
                    }
                    last = nodes(line).unwrap_or(last);
                }
                found.push(last);
            }
        }
        let [direct, relayed] = found.map(Spread::of);
        println!(
            "  nodes of fairy-stockfish in a second: direct {} (most {}), caipan {} (most {}): {:.2} % ({:.2} %)",
            direct.median,
            direct.most,
            relayed.median,
            relayed.most,
            100.0 * relayed.median as f64 / direct.median as f64,
            100.0 * relayed.most as f64 / direct.most as f64,
        );
    }

    /// What the guard adds to `go`: at the start of each record, where nothing recurs; each time its cycle has come round
    /// in a game; and where three rounds of it come at once, of which nothing was seen before.
    fn guard(&self) {
        let mut delays = [Vec::new(), Vec::new(), Vec::new()];
        let files = ["cn2011.jsonl", "seed1.jsonl"];
        for record in files.iter().flat_map(|file| Record::read(file)) {
            let id = record.json["id"].as_str().unwrap_or("?");
            let [start, game @ ..] = rounds(&record);
            let at_once = [game[2].clone()];
            for (delays, positions) in
                delays
                    .iter_mut()
                    .zip([std::slice::from_ref(&start), &game, &at_once])
            {
                let [off, forbid] =
                    ["off", "forbid"].map(|guard| self.ways_of_go(guard, positions));
                let added = forbid
                    .iter()
                    .zip(off)
                    .map(|(with, without)| with.saturating_sub(without));
                delays.extend(added.map(|delay| (delay, id.to_owned())));
            }
        }
        println!("  the guard's delay of go, µs  median    worst");
        for (name, delays) in ["nothing recurs", "figures", "figures, at once"]
            .iter()
            .zip(&mut delays)
        {
            delays.sort();
            let (median, _) = &delays[delays.len() / 2];
            let (worst, id) = delays.last().expect("there are records");
            println!(
                "    {name:24} {:8.1} {:8.1}   {id}",
                micros(*median),
                micros(*worst)
            );
        }
    }

    /// Gives how long a `go` takes to the engine behind each of the positions of one game: the least time of several
    /// games with a new caipan, so that what else the machine does counts little.
    fn ways_of_go(&self, guard: &str, positions: &[String]) -> Vec<u64> {
        let options = format!("setoption name Guard value {guard}\n");
        let mut least = vec![u64::MAX; positions.len()];
        for _ in 0..5 {
            let mut client = self.relayed(0, &options);
            for (position, least) in positions.iter().zip(&mut least) {
                client.ask(&format!("{position}isready\n"), "readyok");
                *least = way_of_go(&mut client).min(*least);
            }
        }
        least
    }
}

/// Writes the start of a record, and its line with the cycle once, twice and three times.
fn rounds(record: &Record) -> [String; 4] {
    let Record { line, cycle, .. } = record;
    let moves: Vec<_> = line.moves().map(|mv| mv.to_string()).collect();
    let cycled = cycle.start..cycle.end();
    [0, 1, 2, 3].map(|rounds| {
        let before = if rounds == 0 { 0 } else { cycle.start };
        let mut words = moves[..before].to_vec();
        for _ in 0..rounds {
            words.extend_from_slice(&moves[cycled.clone()]);
        }
        format!("position fen {} moves {}\n", line.start(), words.join(" "))
    })
}

fn way_of_go(client: &mut Client) -> u64 {
    let start = child::now();
    client.say("go depth 2\n");
    let mut arrived = start;
    loop {
        let line = client.next_line();
        if line.starts_with("bestmove") {
            return arrived - start;
        }
        // Where every move is barred, the bundled searcher tells its own nodes.
        arrived = nodes(line).map_or(arrived, |told| arrived.max(told));
    }
}

/// Finds the number behind the word `nodes`.
fn nodes(line: &str) -> Option<u64> {
    let (_, rest) = line.split_once(" nodes ")?;
    rest.split(' ').next()?.parse().ok()
}

fn micros(nanos: u64) -> f64 {
    Duration::from_nanos(nanos).as_secs_f64() * 1e6
}

/// Times in nanoseconds, or counts.
struct Spread {
    median: u64,
    p99: u64,
    most: u64,
}

impl Spread {
    fn of(mut values: Vec<u64>) -> Self {
        values.sort_unstable();
        let at = |share: usize| values[(values.len() - 1) * share / 100];
        Self {
            median: at(50),
            p99: at(99),
            most: at(100),
        }
    }

    /// Gives by how much each is more than another's.
    fn beyond(&self, other: &Self) -> Self {
        Self {
            median: self.median.saturating_sub(other.median),
            p99: self.p99.saturating_sub(other.p99),
            most: self.most.saturating_sub(other.most),
        }
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:8.1} {:8.1}", micros(self.median), micros(self.p99))
    }
}

/// Runs on one of the cores given, with every program started from then on; gives what undoes it.
#[cfg(target_os = "linux")]
fn pin() -> impl FnOnce() {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let given = sched_getaffinity(None).expect("the system tells");
    let first = (0..CpuSet::MAX_CPU).find(|cpu| given.is_set(*cpu));
    let mut one = CpuSet::new();
    one.set(first.unwrap_or_default());
    sched_setaffinity(None, &one).expect("the core is given to us");
    move || sched_setaffinity(None, &given).expect("the cores are given to us")
}

fn main() {
    let words: Vec<String> = env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    if matches!(words.first().map(String::as_str), Some("engine" | "pipe")) {
        return child::play(&words);
    }
    let bench = Bench::new();
    let measure = || {
        let parts: [(&str, Part); 4] = [
            ("round-trips", Bench::round_trips),
            ("flood", Bench::flood),
            ("guard", Bench::guard),
            ("nodes", Bench::nodes),
        ];
        for (name, part) in parts {
            if words.iter().all(|word| name.contains(word.as_str())) {
                part(&bench);
            }
        }
    };
    #[cfg(target_os = "linux")]
    {
        println!("all on one core");
        let unpin = pin();
        measure();
        unpin();
    }
    println!("on the cores given");
    measure();
}
