//! The options by name: how many words each takes, and what `--help` says of it.

use clap::{Arg, ArgAction, Command};

/// An option of `caipan match`.
pub(super) struct OptionShape {
    pub(super) name: &'static str,
    words: Words,
    /// What `--help` calls a word.
    word: &'static str,
    help: &'static str,
}

/// The words that may follow an option.
enum Words {
    None,
    One,
    /// One, or none, which means this.
    OneOr(&'static str),
    /// One or more.
    Many,
    /// One or more; the option may come several times.
    ManyTimes,
}

const fn option(
    name: &'static str,
    words: Words,
    word: &'static str,
    help: &'static str,
) -> OptionShape {
    OptionShape {
        name,
        words,
        word,
        help,
    }
}

/// The options under their headings, in the order of `--help`.
const OPTIONS: [(&str, &[OptionShape]); 7] = [
    (
        "Engines",
        &[
            option(
                "engine",
                Words::ManyTimes,
                "KEY=VALUE",
                "An engine and how it plays: the words below; once for each engine",
            ),
            option(
                "each",
                Words::ManyTimes,
                "KEY=VALUE",
                "Words for all engines; an engine's own words win",
            ),
        ],
    ),
    (
        "Schedule",
        &[
            option(
                "tournament",
                Words::One,
                "FORMAT",
                "Who meets whom: roundrobin [default] or gauntlet",
            ),
            option(
                "seeds",
                Words::One,
                "N",
                "In a gauntlet, how many of the first engines meet all the others [default: 1]",
            ),
            option(
                "rounds",
                Words::One,
                "N",
                "How often each two meet [default: 2]",
            ),
            option(
                "games",
                Words::One,
                "N",
                "The games of one meeting; two engines swap colours from game to game [default: 2]",
            ),
            option(
                "repeat",
                Words::OneOr("on"),
                "N|on|off",
                "Begin all games of a meeting with the same opening [default: on]; a number is also that of -games",
            ),
            option(
                "noswap",
                Words::OneOr("on"),
                "on|off",
                "Give red to the first named of two in every game",
            ),
            option(
                "reverse",
                Words::OneOr("on"),
                "on|off",
                "Give red to the second named of two first",
            ),
            option(
                "concurrency",
                Words::One,
                "N",
                "How many games run at the same time [default: 1]",
            ),
            option(
                "srand",
                Words::One,
                "N",
                "The seed of all that is left to chance [default: one from the clock, which is told]",
            ),
            option(
                "sprt",
                Words::Many,
                "KEY=VALUE",
                "The test that ends the run: elo0= elo1= from -200 to 200 [default: 0, 5] alpha= beta= [default: 0.05] \
                 model=normalized|logistic [default: normalized]",
            ),
            option(
                "shard",
                Words::One,
                "K/N",
                "Play only part K of N of the schedule; needs a journal of its own",
            ),
        ],
    ),
    (
        "Openings",
        &[option(
            "openings",
            Words::Many,
            "KEY=VALUE",
            "How games begin: file=PATH|builtin format=epd|pgn order=sequential|random plies= start=",
        )],
    ),
    (
        "Rules",
        &[
            option(
                "rules",
                Words::One,
                "NAME",
                "The rule set: cn2011 [default], cn2020, axf, computer, sky, check-only or none",
            ),
            option(
                "repetition-count",
                Words::One,
                "N",
                "Occurrences of a position that end the matter [default: those of the rule set]",
            ),
            option(
                "natural-limit",
                Words::Many,
                "PLIES",
                "Plies without a capture that draw, 0 for no limit, and checks=N of each side among them \
                 [default: those of the rule set]",
            ),
            option(
                "on-violation",
                Words::One,
                "WHAT",
                "What is done about a move that loses by a ruling: lose [default], warn or forbid",
            ),
            option(
                "bans",
                Words::OneOr("on"),
                "on|off",
                "Tell the engines which moves would lose by a ruling [default: off]",
            ),
        ],
    ),
    (
        "Ends by agreement",
        &[
            option(
                "maxmoves",
                Words::One,
                "N",
                "Draw a game after so many full moves from the opening, 0 for never [default: 0]",
            ),
            option(
                "draw",
                Words::Many,
                "KEY=VALUE",
                "Draw a game in which both see little: movenumber= movecount= score=",
            ),
            option(
                "resign",
                Words::Many,
                "KEY=VALUE",
                "Give up a game that is seen lost: score=, 1 or more, movecount= twosided=on|off",
            ),
        ],
    ),
    (
        "Run",
        &[
            option(
                "config",
                Words::One,
                "FILE",
                "Take the settings of a TOML file; the other options win",
            ),
            option(
                "print-config",
                Words::None,
                "",
                "Write the settings as TOML instead of playing",
            ),
            option(
                "resume",
                Words::None,
                "",
                "Go on with the run that the journal tells of",
            ),
            option(
                "recover",
                Words::OneOr("on"),
                "on|off",
                "Go on after a crash, which loses its game [default: on]",
            ),
            option(
                "wait",
                Words::One,
                "MS",
                "How long to wait between two games [default: 0]",
            ),
            option(
                "startup-ms",
                Words::One,
                "MS",
                "How long an engine may take to start [default: 10000]",
            ),
            option(
                "newgame-ms",
                Words::One,
                "MS",
                "How long it may take to be ready for a game [default: 60000]",
            ),
            option(
                "ping-ms",
                Words::One,
                "MS",
                "How long it may take to answer a stop, 5000 at most [default: 5000]",
            ),
            option(
                "stall-ms",
                Words::One,
                "MS",
                "How long a move without any clock may take [default: 600000]",
            ),
            option(
                "check-mate-pvs",
                Words::OneOr("on"),
                "on|off",
                "Tell of lines that come with a mate and do not have its length or do not end in it [default: off]",
            ),
            option(
                "use-affinity",
                Words::OneOr("all"),
                "CPUS",
                "Bind engines to processors, as 0-3,5 [default: all, if the option is there]",
            ),
        ],
    ),
    (
        "Output",
        &[
            option("event", Words::One, "NAME", "The event in the records"),
            option("site", Words::One, "NAME", "The site in the records"),
            option(
                "journal",
                Words::One,
                "FILE",
                "Write every move and result, so that the run can go on",
            ),
            option(
                "pgnout",
                Words::Many,
                "FILE|KEY=VALUE",
                "Write the games: file= append=on|off [default: on] min=on|off, and of each move timeleft= latency= nodes= \
                 seldepth= nps= hashfull= pv=on|off",
            ),
            option(
                "epdout",
                Words::Many,
                "FILE|KEY=VALUE",
                "Write the last position of each game: file= append=on|off [default: on]",
            ),
            option(
                "notation",
                Words::One,
                "NOTATION",
                "How moves are written there: iccs [default], uci, wxf or chinese; also a word of -pgnout",
            ),
            option(
                "encoding",
                Words::One,
                "ENCODING",
                "How text is kept there: utf8 [default] or gbk; also a word of -pgnout",
            ),
            option("jsonout", Words::One, "FILE", "Write the standings as JSON"),
            option(
                "htmlout",
                Words::One,
                "FILE",
                "Write a page with tables and charts",
            ),
            option(
                "log",
                Words::Many,
                "FOLDER",
                "Write all that is said to and by the engines, a file for each",
            ),
            option(
                "output",
                Words::One,
                "format=FORMAT",
                "How the lines on the terminal look: caipan [default], fastchess or cutechess",
            ),
            option(
                "report",
                Words::Many,
                "KEY=VALUE",
                "What the standings tell: penta=on|off, the results of pairs [default: on]",
            ),
            option(
                "ratinginterval",
                Words::One,
                "N",
                "Tell the standings after every N games, 0 for never [default: 10]",
            ),
            option(
                "scoreinterval",
                Words::One,
                "N",
                "Tell the score after every N games, 0 for never [default: 1]",
            ),
        ],
    ),
];

/// What stands below the options in `--help`.
const WORDS_OF_ENGINES: &str = "\
Words of -engine and -each:
  cmd=PATH            the program; builtin is the bundled searcher, random plays any move
  name=NAME           what it is called [default: the file name of cmd]
  args=\"…\"            its arguments, quoted as in a shell
  dir=PATH            where it runs
  env.NAME=VALUE      a variable of its environment
  profile=NAME|FILE   how it differs from others
  proto=PROTO         auto [default], uci, ucci, cyclone or internal
  encoding=utf8|gbk   how text for it is kept
  init=LINE           a line sent before all others; several are sent in order
  initstr=LINES       several of them, with \\n between
  option.NAME=VALUE   an option of it
  tc=TIME             its clock, [moves/][minutes:]seconds[+increment] as 40/60 or 10+0.1, or inf for none
  st=SECONDS          the time of each move
  depth=N, plies=N    the depth of each search
  nodes=N             the positions of each search
  timemargin=MS       how late a move may be [default: 0, with st 100]
  restart=on|off|auto whether it is started anew for each game [default: off; auto is off]
  ponder[=on|off]     whether it thinks while the other does [default: off]

Options may be written with one dash or two.";

/// Gives the options one by one.
pub(super) fn all() -> impl Iterator<Item = &'static OptionShape> {
    OPTIONS.iter().flat_map(|(_, options)| *options)
}

/// Adds the options to a command.
pub(super) fn add_to(mut command: Command) -> Command {
    for (heading, options) in OPTIONS {
        let options = options.iter().map(OptionShape::argument);
        command = command.next_help_heading(heading).args(options);
    }
    command.after_help(WORDS_OF_ENGINES)
}

impl OptionShape {
    fn argument(&self) -> Arg {
        let arg = Arg::new(self.name).long(self.name).help(self.help);
        let arg = match self.name {
            "newgame-ms" => arg.visible_alias("ucinewgame-ms"),
            _ => arg,
        };
        match self.words {
            Words::None => return arg.action(ArgAction::SetTrue),
            Words::One => arg.num_args(1).allow_negative_numbers(true),
            Words::OneOr(missing) => arg.num_args(0..=1).default_missing_value(missing),
            Words::Many => arg.num_args(1..),
            Words::ManyTimes => arg.num_args(1..).action(ArgAction::Append),
        }
        .value_name(self.word)
    }

    /// Tells whether no word may follow.
    pub(super) const fn is_bare(&self) -> bool {
        matches!(self.words, Words::None)
    }
}
