//! The formats of game files, and what they have in common.

use std::io::{self, Read};
use std::path::Path;

use super::sites::{ccm, che, chn, mxq};
use super::{
    BinaryError, GameError, GameRecord, Losses, cbf, ccbridge, dhtmlxq, move_list, opening_list,
    pgn, xqf,
};
use crate::notation::Notation;
use crate::text::{Encoding, decode};

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

/// How many games a file of a format holds.
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

    /// Finds a format by the first bytes of a file; `None` if they are neither text nor a format that names itself.
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
        let (text, _) = decode(head);
        let first = text.lines().find(|line| !line.trim().is_empty());
        let first = first.unwrap_or_default().trim();
        let has = |words: &str| memchr::memmem::find(text.as_bytes(), words.as_bytes()).is_some();
        Some(if has("[DhtmlXQ") {
            Self::DhtmlXq
        } else if has("<ChineseChessRecord") {
            Self::Cbf
        } else if pgn::has_tag(&text) {
            Self::Pgn
        } else if opening_list::read_lines(first).any(|(_, opening)| opening.is_ok()) {
            Self::Epd
        } else {
            Self::Moves
        })
    }

    /// Tells how many games a file holds.
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
        match self.holds() {
            Holds::Library => ccbridge::write_library(records),
            Holds::Many => {
                let files = records.iter().map(|record| self.write_one(record, style));
                files.collect::<Vec<_>>().concat()
            }
            Holds::One => records
                .first()
                .map_or_else(Vec::new, |record| self.write_one(record, style)),
        }
    }

    fn write_one(self, record: &GameRecord, style: Style) -> Vec<u8> {
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

    /// Tells what of a game is lost in the bytes that were written of it, by reading them.
    #[must_use]
    pub fn losses(self, record: &GameRecord, written: &[u8]) -> Losses {
        if self == Self::Pgn && pgn::keeps(record) && std::str::from_utf8(written).is_ok() {
            return Losses::default();
        }
        let pieces = self.pieces(written).filter_map(Result::ok);
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
            Format::Pgn => all(pgn::read(&decode(bytes).0).map(|(_, read)| read)),
            Format::DhtmlXq => all(dhtmlxq::read(&decode(bytes).0)),
            Format::Cbf => all([cbf::read(&decode(bytes).0)]),
            Format::Epd => all(opening_list::read_lines(&decode(bytes).0).map(|(_, read)| read)),
            Format::Moves => all(move_list::read(&decode(bytes).0)),
        }
    }
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
                prop_assert_eq!(format.write(std::slice::from_ref(&kept), style), written.clone());
                prop_assert!(format.losses(&kept, &written).is_empty());
            }
        }
    }
}
