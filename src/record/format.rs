//! The formats of game files, and what they have in common.

use std::borrow::Cow;
use std::io::{self, Read};
use std::path::Path;

use super::sites::{ccm, che, chn, mxq};
use super::{
    BinaryError, GameError, GameRecord, Losses, cbf, ccbridge, dhtmlxq, move_list, opening_list,
    pgn, xqf,
};
use crate::notation::Notation;
use crate::text::{Encoding, decode, decode_part};

/// A format of game files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// [`pgn`].
    Pgn,
    /// [`xqf`].
    Xqf,
    /// A game of [`ccbridge`].
    Cbr,
    /// A library of [`ccbridge`].
    Cbl,
    /// [`dhtmlxq`].
    DhtmlXq,
    /// [`cbf`].
    Cbf,
    /// Positions, one a line: FEN or EPD.
    Epd,
    /// [`move_list`].
    Moves,
    /// [`mxq`], read only.
    Mxq,
    /// [`che`], read only.
    Che,
    /// [`chn`], read only.
    Chn,
    /// [`ccm`], read only.
    Ccm,
}

/// How a format is written where it leaves a choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Style {
    /// How PGN and move lists write moves.
    pub notation: Notation,
    /// The encoding of formats of text that name none. In GB18030 lines end with CR LF and PGN writes Chinese in wide
    /// characters, as the programs want it that read no other.
    pub encoding: Encoding,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            notation: Notation::Chinese,
            encoding: Encoding::Utf8,
        }
    }
}

/// How many games are written to a file of a format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Holds {
    /// One.
    One,
    /// Any number, each written behind the one before it.
    Many,
    /// Any number, all of which must be known before the first is written.
    Library,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Pgn,
        Self::Xqf,
        Self::Cbr,
        Self::Cbl,
        Self::DhtmlXq,
        Self::Cbf,
        Self::Epd,
        Self::Moves,
        Self::Mxq,
        Self::Che,
        Self::Chn,
        Self::Ccm,
    ];

    /// Gives the endings of its files in lower case. The first is its name too.
    #[must_use]
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Pgn => &["pgn"],
            Self::Xqf => &["xqf"],
            Self::Cbr => &["cbr"],
            Self::Cbl => &["cbl"],
            Self::DhtmlXq => &["dhtmlxq", "ubb", "html", "htm"],
            Self::Cbf => &["cbf"],
            Self::Epd => &["epd", "fen"],
            Self::Moves => &["txt"],
            Self::Mxq => &["mxq"],
            Self::Che => &["che"],
            Self::Chn => &["chn"],
            Self::Ccm => &["ccm"],
        }
    }

    /// Gives its name, with which the names of files that are written end.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.endings()[0]
    }

    /// Tells whether games can be written in it.
    #[must_use]
    pub const fn can_be_written(self) -> bool {
        !matches!(self, Self::Mxq | Self::Che | Self::Chn | Self::Ccm)
    }

    /// Finds a format by the ending of a file, in letters of either case.
    #[must_use]
    pub fn by_ending(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::ALL
            .into_iter()
            .find(|format| format.endings().contains(&&*ending))
    }

    /// Finds the format of a file by its name and its first bytes. What ends with `txt`, or with nothing known, is looked
    /// at: any text that is nothing else is a list of moves.
    #[must_use]
    pub fn of_file(path: &Path, head: &[u8]) -> Option<Self> {
        match Self::by_ending(path) {
            None | Some(Self::Moves) => Self::of_content(head),
            format => format,
        }
    }

    /// Finds a format by the first bytes of a file; `None` if they are neither text nor a format that names itself. It is a
    /// list of positions if most lines are positions.
    #[must_use]
    pub fn of_content(head: &[u8]) -> Option<Self> {
        for (format, magic) in [
            (Self::Xqf, &b"XQ"[..]),
            (Self::Cbr, b"CCBridge Record"),
            (Self::Cbl, b"CCBridgeLibrary"),
        ] {
            if head.starts_with(magic) && head.contains(&0) {
                return Some(format);
            }
        }
        if head.contains(&0) {
            return None;
        }
        let text = text_of(head);
        let has = |words: &str| memchr::memmem::find(text.as_bytes(), words.as_bytes()).is_some();
        Some(if has("[DhtmlXQ") {
            Self::DhtmlXq
        } else if has("<ChineseChessRecord") {
            Self::Cbf
        } else if pgn::has_tag(&text) {
            Self::Pgn
        } else if opening_list::is_list(&text) {
            Self::Epd
        } else {
            Self::Moves
        })
    }

    /// Tells how many games are written to a file.
    #[must_use]
    pub const fn holds(self) -> Holds {
        match self {
            Self::Pgn | Self::DhtmlXq | Self::Epd => Holds::Many,
            Self::Cbl => Holds::Library,
            _ => Holds::One,
        }
    }

    /// Cuts a file into pieces that can be read each by itself, in constant memory where the format lets it: a piece of
    /// PGN is one game, any other file is one piece.
    pub fn pieces<R: Read>(self, input: R) -> Pieces<R> {
        Pieces(match self {
            Self::Pgn => Source::Pgn(pgn::pieces(input)),
            _ => Source::Whole(self, Some(input)),
        })
    }

    /// Writes games as a file; of a format that holds one, the first. Nothing is written in a format that is only read.
    ///
    /// # Examples
    ///
    /// ```
    /// use caipan::position::Position;
    /// use caipan::record::{Format, GameRecord, Style};
    ///
    /// let mut record = GameRecord::new(Position::start());
    /// record.push(caipan::notation::read_any(&Position::start(), "h2e2").unwrap()).unwrap();
    /// let bytes = Format::Moves.write(&[record], Style::default());
    /// assert_eq!(bytes, "1. 炮二平五\n".as_bytes());
    /// ```
    #[must_use]
    pub fn write(self, records: &[GameRecord], style: Style) -> Vec<u8> {
        let games = records.iter().map(|record| self.write_game(record, style));
        self.join(&games.collect::<Vec<_>>())
    }

    /// Makes a file of games that are written each by itself; of a format that holds one, of the first.
    #[must_use]
    pub fn join(self, games: &[Vec<u8>]) -> Vec<u8> {
        match self.holds() {
            Holds::Library => ccbridge::join(games),
            Holds::Many => games.concat(),
            Holds::One => games.first().cloned().unwrap_or_default(),
        }
    }

    /// Writes a game as it stands in a file.
    #[must_use]
    pub fn write_game(self, record: &GameRecord, style: Style) -> Vec<u8> {
        let is_utf8 = style.encoding == Encoding::Utf8;
        let notation = match style.notation {
            Notation::Chinese if !is_utf8 => Notation::WideChinese,
            notation => notation,
        };
        let text = match self {
            Self::Pgn => pgn::write(record, notation),
            Self::DhtmlXq => dhtmlxq::write(record),
            Self::Epd => opening_list::write_line(record),
            Self::Moves => move_list::write(record, notation),
            Self::Cbf => return cbf::write(record).into_bytes(),
            Self::Xqf => return xqf::write(record),
            Self::Cbr | Self::Cbl => return ccbridge::write_record(record),
            Self::Mxq | Self::Che | Self::Chn | Self::Ccm => return Vec::new(),
        };
        if is_utf8 {
            text.into_bytes()
        } else {
            let text = text.replace('\n', "\r\n");
            style.encoding.encode(&text).into_owned()
        }
    }

    /// Tells what of a game is lost in the bytes that [`write_game`](Self::write_game) gave, by reading them.
    #[must_use]
    pub fn losses(self, record: &GameRecord, written: &[u8], style: Style) -> Losses {
        let is_sure = style.encoding == Encoding::Utf8 || written.is_ascii();
        if self == Self::Pgn && is_sure && pgn::keeps(record) {
            return Losses::default();
        }
        let format = match self {
            Self::Cbl => Self::Cbr,
            format => format,
        };
        let pieces = format.pieces(written).filter_map(Result::ok);
        let kept = pieces.flat_map(|piece| piece.read()).next();
        let kept = match &kept {
            Some(Ok(kept)) => Some(kept),
            Some(Err(error)) => error.so_far(),
            None => None,
        };
        Losses::of(record, kept)
    }
}

/// A part of a file that holds games, not read yet.
#[derive(Clone, Debug)]
pub struct Piece(Part);

#[derive(Clone, Debug)]
enum Part {
    Pgn(pgn::Piece),
    Whole(Format, Vec<u8>),
}

impl Piece {
    /// Gives how many bytes of the file it takes.
    #[must_use]
    pub fn size(&self) -> usize {
        match &self.0 {
            Part::Pgn(piece) => piece.size(),
            Part::Whole(_, bytes) => bytes.len(),
        }
    }

    /// Reads its games, in their order; a broken one costs itself alone.
    ///
    /// # Errors
    /// Each game tells the first thing wrong with it.
    #[must_use]
    pub fn read(&self) -> Vec<Result<GameRecord, GameError>> {
        let (format, bytes) = match &self.0 {
            Part::Pgn(piece) => return all(piece.read()),
            Part::Whole(format, bytes) => (format, bytes),
        };
        let one = |read: Result<GameRecord, BinaryError>| vec![read.map_err(GameError::from)];
        match format {
            Format::Xqf => one(xqf::read(bytes)),
            Format::Cbr => one(ccbridge::read_record(bytes)),
            Format::Mxq => one(mxq::read(bytes)),
            Format::Che => one(che::read(bytes)),
            Format::Chn => one(chn::read(bytes)),
            Format::Ccm => one(ccm::read(bytes)),
            Format::Cbl => match ccbridge::read_library(bytes) {
                Ok(games) => all(games),
                Err(error) => one(Err(error)),
            },
            Format::Pgn => all(pgn::read(&text_of(bytes)).map(|(_, read)| read)),
            Format::DhtmlXq => all(dhtmlxq::read(&text_of(bytes))),
            Format::Cbf => all([cbf::read(&text_of(bytes))]),
            Format::Epd => all(opening_list::read_lines(&text_of(bytes)).map(|(_, read)| read)),
            Format::Moves => all(move_list::read(&text_of(bytes))),
        }
    }
}

/// Gives the text of a file. If it is not all in UTF-8, each line is decoded by itself, so that a bad byte spoils one alone.
fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    let (text, encoding) = decode(bytes);
    if encoding == Encoding::Utf8 {
        return text;
    }
    let lines = bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\r'));
    let text: String = lines.map(|line| decode_part(line, encoding).0).collect();
    Cow::Owned(text)
}

/// Takes the errors of one format as those of any.
fn all<E: Into<GameError>>(
    games: impl IntoIterator<Item = Result<GameRecord, E>>,
) -> Vec<Result<GameRecord, GameError>> {
    let games = games.into_iter();
    games.map(|read| read.map_err(Into::into)).collect()
}

/// The pieces of a file one by one; see [`Format::pieces`].
#[derive(Debug)]
pub struct Pieces<R>(Source<R>);

#[derive(Debug)]
enum Source<R> {
    Pgn(pgn::Pieces<R>),
    Whole(Format, Option<R>),
}

impl<R: Read> Iterator for Pieces<R> {
    type Item = io::Result<Piece>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.0 {
            Source::Pgn(pieces) => {
                let piece = pieces.next()?;
                Some(piece.map(|piece| Piece(Part::Pgn(piece))))
            }
            Source::Whole(format, input) => {
                let mut bytes = Vec::new();
                let read = input.take()?.read_to_end(&mut bytes);
                Some(read.map(|_| Piece(Part::Whole(*format, bytes))))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::any_record::any_record;
    use proptest::prelude::*;

    #[test]
    fn formats_are_found() {
        for (name, head, format) in [
            ("a.PGN", "", Some(Format::Pgn)),
            ("a.b/c.epd", "", Some(Format::Epd)),
            ("a.htm", "", Some(Format::DhtmlXq)),
            ("a.cbf", "", Some(Format::Cbf)),
            ("a.txt", "\n [Red \"a\"]\n", Some(Format::Pgn)),
            ("a", "1. h2e2\n[Red \"a\"]\n", Some(Format::Pgn)),
            ("a.txt", "<p>[DhtmlXQ]", Some(Format::DhtmlXq)),
            ("a.xml", "<?xml?><ChineseChessRecord ", Some(Format::Cbf)),
            ("a.txt", "startpos moves h2e2\n", Some(Format::Epd)),
            (
                "a.txt",
                "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1",
                Some(Format::Epd),
            ),
            (
                "a.txt",
                "# a remark\n\n4k4/9/9/9/9/9/9/9/4R4/3K5 b\n9 w\nstartpos\n",
                Some(Format::Epd),
            ),
            (
                "a.txt",
                "4k4/9/9/9/9/9/9/9/4R4/3K5 b\n1... 将5平6\n",
                Some(Format::Moves),
            ),
            ("a.txt", "炮二平五", Some(Format::Moves)),
            ("a.txt", "", Some(Format::Moves)),
            ("a.exe", "a\0b", None),
            ("a.XQF", "", Some(Format::Xqf)),
            ("a", "XQ\u{a}\0", Some(Format::Xqf)),
            ("a", "CCBridge Record\0", Some(Format::Cbr)),
            ("a", "CCBridgeLibrary\0", Some(Format::Cbl)),
        ] {
            assert_eq!(
                Format::of_file(Path::new(name), head.as_bytes()),
                format,
                "{name} {head}"
            );
        }
        for format in Format::ALL {
            let path = format!("x.{}", format.name());
            assert_eq!(Format::by_ending(Path::new(&path)), Some(format));
        }
    }

    /// The names of players in files of which one line has a byte that is no text.
    #[test]
    fn a_bad_byte_spoils_its_line_alone() {
        let games = [
            (
                Format::DhtmlXq,
                "[DhtmlXQ]\n[DhtmlXQ_red]NAME[/DhtmlXQ_red]\n[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n",
            ),
            (
                Format::Epd,
                "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - red \"NAME\";\n",
            ),
            (Format::Pgn, "[Red \"NAME\"]\n\n1. h2e2 *\n\n"),
        ];
        for (format, game) in games {
            for encoding in [Encoding::Utf8, Encoding::Gb18030] {
                let encode = |name| encoding.encode(&game.replace("NAME", name)).into_owned();
                let mut broken = encode("x");
                let at = broken.iter().rposition(|byte| *byte == b'x').unwrap();
                broken[at] = 0xFF;
                let bytes = [encode("红方"), broken, encode("黑方")].concat();
                let read = format
                    .pieces(&*bytes)
                    .flat_map(|piece| piece.unwrap().read());
                let names: Vec<String> = read
                    .map(|game| game.unwrap().tag("Red").unwrap().to_owned())
                    .collect();
                assert_eq!(
                    names,
                    ["红方", "\u{fffd}", "黑方"],
                    "{format:?} {encoding:?}"
                );
            }
        }
    }

    #[test]
    fn what_another_encoding_makes_of_a_name_is_told() {
        // 平胜 in GBK is UTF-8 as well.
        let mut record = GameRecord::new(crate::position::Position::start());
        record.tags.push(("Red".to_owned(), "平胜".to_owned()));
        let style = Style {
            encoding: Encoding::Gb18030,
            ..Style::default()
        };
        let written = Format::Pgn.write_game(&record, style);
        let losses = Format::Pgn.losses(&record, &written, style);
        assert_eq!(losses.in_english(), "tag Red changed");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn what_is_lost_is_lost_once(record in any_record(), is_gbk: bool) {
            let style = Style {
                encoding: if is_gbk { Encoding::Gb18030 } else { Encoding::Utf8 },
                ..Style::default()
            };
            for format in Format::ALL.into_iter().filter(|format| format.can_be_written()) {
                let written = format.write(std::slice::from_ref(&record), style);
                let Some(kept) = format.pieces(&*written).flat_map(|piece| piece.unwrap().read()).next() else {
                    continue;
                };
                let kept = kept.unwrap();
                prop_assert_eq!(format.write(std::slice::from_ref(&kept), style), written);
                prop_assert!(format.losses(&kept, &format.write_game(&kept, style), style).is_empty());
            }
        }
    }
}
