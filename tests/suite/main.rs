//! The integration tests, in one program so that they are linked once.

/// `caipan analyse`.
mod analyse;
/// The opening book that comes with the program.
mod book;
/// The page of `caipan serve`; the tests run a browser.
#[cfg(all(feature = "web", target_os = "linux"))]
mod browser;
/// `caipan check`.
mod check;
/// What an engine may do wrong, as the session sees it.
mod child_faults;
/// Child processes; the tests look at `/proc`.
#[cfg(target_os = "linux")]
mod children;
/// The command line as a whole.
mod command_line;
/// `caipan convert`.
mod convert;
/// Ctrl-C in the commands of a terminal; the tests look at `/proc`.
#[cfg(target_os = "linux")]
mod ctrl_c;
/// The client of an engine, without an engine.
mod datagen;
mod dialogues;
/// External engines, driven as the session does.
mod external;
/// Whole games against a real engine.
mod fairy_stockfish;
/// What helps a person who has just come.
mod first_hour;
/// Formats of text: what is forgiven, what is refused, and what is read back.
mod formats;
/// `caipan judge`.
mod judge;
/// `caipan judge` used wrongly.
mod judge_faults;
/// `caipan judge` on files and folders.
mod judge_folders;
/// `caipan judge` on broken records.
mod judge_records;
/// The dynamic library, called from C and from Python.
#[cfg(unix)]
mod library;
/// The command line of `caipan match`.
mod match_command_line;
/// What a file of settings says of all engines.
mod match_control_characters;
mod match_each;
/// How `caipan match` ends before its time.
mod match_ends;
/// Engines that fail in a match.
mod match_faults;
/// Matches from every figure of the rule books on.
mod match_figures;
/// The files of `caipan match`; the tests use a shell.
#[cfg(unix)]
mod match_files;
/// Words of `caipan match` that are not known.
mod match_hints;
/// Lines that engines tell with a mate.
mod match_mate_lines;
/// Details of what is told of a run.
mod match_move_details;
/// Options that the engines of a match are to have.
mod match_options;
/// `caipan match` as a program.
mod match_program;
/// What records of matches tell `caipan judge`, and what becomes of those of others.
mod match_records;
/// What is told of a run.
mod match_reports;
/// Matches that are killed.
mod match_resume;
/// Small matches by the program itself.
mod match_runs;
/// The settings of `caipan match` from a command line and from a file.
mod match_settings;
/// Mates of known length.
mod mates;
/// What engines may do wrong, one by one, and what the GUI gets all the same; the tests look at `/proc`.
#[cfg(target_os = "linux")]
mod misbehaviour;
/// The openings that come with the program.
mod openings;
/// The rules of movement: known counts, and properties that hold in any position.
mod perft;
/// `caipan play`.
mod play;
/// The build for newer processors.
#[cfg(target_os = "linux")]
mod processor;
/// The records of rulings.
#[path = "../rulings/record.rs"]
mod record;
/// Real engines behind real GUIs' ways of speaking.
mod relay;
/// A GUI that does not read, or writes too much; the tests look at `/proc`.
#[cfg(target_os = "linux")]
mod relay_backlog;
/// What is done about engines that fail, and what the guard keeps them from; the tests look at `/proc`.
#[cfg(target_os = "linux")]
mod relay_faults;
/// What an engine that repeats itself may not play.
mod relay_guard;
/// Every engine behind every GUI; the wire is tapped by a shell.
#[cfg(unix)]
mod relay_matrix;
/// Another engine is chosen while caipan runs; a test looks at `/proc`.
#[cfg(target_os = "linux")]
mod relay_profile;
/// Many games with an engine that is killed at times; the test looks at `/proc`.
#[cfg(target_os = "linux")]
mod relay_soak;
/// When an engine is told to stop, and how soon another answers for it.
mod relay_times;
/// What a child is sent for what the GUI says.
mod relay_translation;
/// The page and the pictures of `caipan judge`.
mod ruling_page;
/// Rulings depend on the line alone.
mod rulings_are_pure;
/// The bundled searcher and the referee, over the figures of the rule books.
mod searcher;
/// Matches of the bundled searcher.
mod searcher_matches;
/// `caipan serve`.
#[cfg(feature = "web")]
mod serve;
/// `caipan serve` used wrongly.
#[cfg(feature = "web")]
mod serve_faults;
/// `caipan serve` with many callers; a test looks at `/proc`.
#[cfg(all(feature = "web", target_os = "linux"))]
mod serve_load;
/// Levels of play below the top.
mod skill;
/// Elo and the sequential test.
mod stats;
/// What several tests build on.
mod support;
/// The order of the repository itself.
mod tidy;
/// Runs of games, through the library.
mod tournament;
/// What real GUIs send, and the answers they need.
mod transcripts;
/// The fits of the evaluation.
mod tuner;
