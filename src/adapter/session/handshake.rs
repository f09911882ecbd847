//! What a GUI is told before it asks for anything: who we are and which options there are.

use std::io::{self, Write};
use std::mem;
use std::time::{Duration, Instant};

use super::{Flow, Session};
use crate::adapter::complaint::Complaint;
use crate::adapter::option_table::{self, Row};
use crate::adapter::settings::Settings;
use crate::engine::{Profile, ProfileError, StartError, Transcript};
use crate::protocol::{Dialect, Reply};

/// How long a GUI may be kept waiting for the options of an engine that was never up before: TChess takes us for broken
/// after a second.
const PATIENCE: Duration = Duration::from_millis(900);

/// What is added where no other engine can be started.
const INSTEAD: &str = "; the bundled searcher plays";

/// Gives what is added to the reason why an engine does not start: what to do about it, if we know.
fn way_out(error: &StartError) -> &'static str {
    match error {
        StartError::Missing { .. } => {
            "; command = \"/path/to/it\" in the .toml file tells where it is; the bundled searcher plays"
        }
        _ => INSTEAD,
    }
}

/// Tells whether an option is for the engine behind us, alone or too.
fn is_of_engine(name: &str) -> bool {
    option_table::find(name).is_none_or(Row::is_shared)
}

/// A handshake that waits for the options of the engine behind us.
#[derive(Debug)]
pub(super) struct Handshake {
    dialect: Dialect,
    /// When it is answered without them.
    pub(super) until: Instant,
}

impl<W: Write> Session<W> {
    /// Takes the settings over, as if the GUI had set their options first.
    pub(super) fn take_settings(&mut self, settings: Result<Settings, ProfileError>) {
        let settings = settings.unwrap_or_else(|error| {
            self.fault(format!("{error}{INSTEAD}"));
            Settings::default()
        });
        let place = settings
            .file
            .map_or(String::new(), |file| format!("{}: ", file.display()));
        if let Some(file) = &settings.transcript {
            match Transcript::create(file) {
                Ok(transcript) => {
                    self.frontend.transcript = transcript.clone();
                    self.relay.transcript = transcript;
                }
                Err(error) => self.fault(format!("transcript {}: {error}", file.display())),
            }
        }
        self.folder = settings.folder;
        self.profile = settings.profile;
        // All that a profile says is for its engine alone.
        let of_profile = self.profile.options.iter();
        let of_profile = of_profile.filter(|(name, _)| is_of_engine(name));
        self.preset = of_profile.cloned().collect();
        if let Err(error) = self.relay.choose(self.profile.clone()) {
            self.fault(format!("{place}{error}{}", way_out(&error)));
        }
        for (name, value) in &settings.options {
            match self.set_option(name, value) {
                Ok(()) => self.preset.push((name.clone(), value.clone())),
                Err(error) => self.fault(Complaint::from(error).at(&place)),
            }
            if option_table::find(name).is_none() {
                self.foreign.push((place.clone(), name.clone()));
            }
        }
    }

    /// Finds options of the settings that nobody has, once that is known.
    pub(super) fn check_settings(&mut self) {
        for (place, name) in mem::take(&mut self.foreign) {
            match self.relay.has_option(&name) {
                Some(true) => {}
                Some(false) => {
                    let fault = Complaint::of_unknown_option(&name, self.relay.name());
                    self.fault(fault.at(&place));
                }
                None => self.foreign.push((place, name)),
            }
        }
    }

    /// Lets the engine of another profile think: one that comes with the program or one of a file; that of the settings if
    /// there is no word.
    pub(super) fn choose(&mut self, word: &str) {
        let profile = match word {
            "" => Ok(self.profile.clone()),
            word => Profile::find(word, &self.folder),
        };
        let profile = profile.unwrap_or_else(|error| {
            self.fault(format!("{error}{INSTEAD}"));
            Profile::default()
        });
        if let Err(error) = self.relay.choose(profile) {
            self.fault(format!("profile {word}: {error}{}", way_out(&error)));
        }
    }

    /// Begins a handshake, which is over at once unless options have to be waited for.
    pub(super) fn shake_hands(&mut self, dialect: Dialect) -> io::Result<Flow> {
        self.frontend.dialect = dialect;
        let name = match self.relay.name() {
            Some(name) => format!(concat!("caipan ", env!("CARGO_PKG_VERSION"), " ({})"), name),
            None => concat!("caipan ", env!("CARGO_PKG_VERSION")).to_owned(),
        };
        for (field, text) in [("name", name), ("author", "the caipan authors".to_owned())] {
            self.frontend.say(&Reply::Id {
                field: field.to_owned(),
                text,
            })?;
        }
        self.handshake = Some(Handshake {
            dialect,
            until: Instant::now() + PATIENCE,
        });
        self.end_handshake()
    }

    /// Has a handshake wait no longer: the GUI, which has not waited for its end, waits for an answer.
    pub(super) fn hurry_handshake(&mut self) {
        if let Some(handshake) = &mut self.handshake {
            handshake.until = Instant::now();
        }
    }

    /// Ends a handshake that waits if the options are known or the time is over, and takes what has waited for it.
    pub(super) fn end_handshake(&mut self) -> io::Result<Flow> {
        let of_child = self.relay.options();
        let is_over =
            |handshake: &mut Handshake| of_child.is_some() || handshake.until <= Instant::now();
        let Some(Handshake { dialect, .. }) = self.handshake.take_if(is_over) else {
            return Ok(Flow::On);
        };
        for option in option_table::announced(dialect, of_child.unwrap_or_default(), &self.preset) {
            self.frontend.say(&Reply::Option(option))?;
        }
        self.frontend.say(match dialect {
            Dialect::Ucci => &Reply::UcciOk,
            Dialect::Uci | Dialect::FairyUci => &Reply::UciOk,
        })?;
        // A GUI that sent `ucci` too speaks UCCI; the answer to `uci` is in UCI all the same.
        if self.is_ucci_seen {
            self.frontend.dialect = Dialect::Ucci;
        }
        self.serve_queue()
    }
}
