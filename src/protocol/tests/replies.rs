//! Replies that real engines give.

use super::*;
use crate::analysis::{Bound, Report, Score};

#[test]
fn replies_of_real_engines() {
    let info = |report: Report| Reply::Info(Info::from(report));
    let best = |text: &str| BestMove::from(moves(text)[0]);
    let none = |said: &str| Reply::NoBestMove {
        said: said.to_owned(),
    };
    for (line, meant) in [
        (
            "id name ElephantEye 3.31",
            Reply::Id {
                field: "name".to_owned(),
                text: "ElephantEye 3.31".to_owned(),
            },
        ),
        ("ucciok", Reply::UcciOk),
        ("uciok\r", Reply::UciOk),
        ("readyok", Reply::ReadyOk),
        ("bye", Reply::Bye),
        (
            "info depth 7 seldepth 9 multipv 1 score cp 32 lowerbound wdl 50 900 50 nodes 2000 nps 100000 hashfull 3 tbhits 0 time 20 pv h2e2 h9g7",
            info(Report {
                depth: Some(7),
                seldepth: Some(9),
                multipv: Some(1),
                score: Some(Score::Centipawns(32)),
                bound: Bound::Lower,
                wdl: Some([50, 900, 50]),
                nodes: Some(2_000),
                nps: Some(100_000),
                hashfull: Some(3),
                tbhits: Some(0),
                time: Some(20),
                pv: moves("h2e2 h9g7"),
                ..Report::default()
            }),
        ),
        (
            "info depth 0 score mate 0",
            info(Report {
                depth: Some(0),
                score: Some(Score::MatedIn(0)),
                ..Report::default()
            }),
        ),
        (
            "info depth 5 score -9996 pv h2e2",
            info(Report {
                depth: Some(5),
                score: Some(Score::MatedIn(4)),
                pv: moves("h2e2"),
                ..Report::default()
            }),
        ),
        (
            "info time 120 nodes 34567",
            info(Report {
                time: Some(120),
                nodes: Some(34_567),
                ..Report::default()
            }),
        ),
        (
            "info currmove h2e2 currmovenumber 3",
            info(Report {
                currmove: Some(moves("h2e2")[0]),
                currmovenumber: Some(3),
                ..Report::default()
            }),
        ),
        (
            "info string NNUE  evaluation",
            Reply::Info(Info::message("NNUE  evaluation")),
        ),
        ("info message 长将", Reply::Info(Info::message("长将"))),
        (
            "info depth many cpuload 5 nodes 3",
            Reply::Info(Info {
                report: Report {
                    nodes: Some(3),
                    ..Report::default()
                },
                unread: ["depth", "many", "cpuload", "5"]
                    .map(str::to_owned)
                    .to_vec(),
                message: None,
            }),
        ),
        (
            "bestmove h2e2 ponder h9g7",
            Reply::BestMove(BestMove {
                ponder: Some(moves("h9g7")[0]),
                ..best("h2e2")
            }),
        ),
        (
            "bestmove h2e2 ponder (none) draw",
            Reply::BestMove(BestMove {
                draw: true,
                ..best("h2e2")
            }),
        ),
        (
            "bestmove h2e2 resign",
            Reply::BestMove(BestMove {
                resign: true,
                ..best("h2e2")
            }),
        ),
        ("nobestmove", none("")),
        ("bestmove (none)", none("(none)")),
        ("bestmove 0000", none("0000")),
        ("bestmove null", none("null")),
        ("bestmove z3z4 ponder h9g7", none("z3z4 ponder h9g7")),
        ("pophash", Reply::PopHash(PopHash::default())),
        (
            "pophash bestmove h2e2 lowerbound -20 depth 7",
            Reply::PopHash(PopHash {
                best: Some(moves("h2e2")[0]),
                lower: Some((-20, 7)),
                upper: None,
            }),
        ),
        (
            "copyprotection ok",
            Reply::Unknown("copyprotection ok".to_owned()),
        ),
        (
            "Unknown command: 'fen'. Type help ",
            Reply::Unknown("Unknown command: 'fen'. Type help ".to_owned()),
        ),
        ("\r\n", Reply::Unknown(String::new())),
    ] {
        for dialect in [Dialect::Ucci, Dialect::Uci] {
            assert_eq!(Reply::read(line, dialect), meant, "{line}");
        }
    }
}

#[test]
fn one_reply_in_each_dialect() {
    let report = Report {
        depth: Some(7),
        seldepth: Some(9),
        score: Some(Score::MatesIn(3)),
        nodes: Some(2_000),
        nps: Some(100_000),
        time: Some(20),
        pv: moves("h2e2 h9g7"),
        ..Report::default()
    };
    let none = Reply::NoBestMove {
        said: "null".to_owned(),
    };
    for (reply, ucci, uci) in [
        (
            Reply::Info(report.into()),
            "info depth 7 score 9997 time 20 nodes 2000 nps 100000 seldepth 9 pv h2e2 h9g7",
            "info depth 7 seldepth 9 score mate 2 nodes 2000 nps 100000 time 20 pv h2e2 h9g7",
        ),
        (
            Reply::Info(Info::message("no bestmove\nhere")),
            "info message no best move here",
            "info string no best move here",
        ),
        (none, "nobestmove", "bestmove (none)"),
    ] {
        assert_eq!(reply.write(Dialect::Ucci), ucci);
        assert_eq!(reply.write(Dialect::Uci), uci);
    }
    // XQWizard looks for " ponder " at column 14.
    let line = Reply::read("bestmove h2e2 ponder h9g7", Dialect::Uci).write(Dialect::Ucci);
    assert_eq!(line.find(" ponder ").map(|at| at + 1), Some(14));
}
