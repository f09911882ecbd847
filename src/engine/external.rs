//! An external engine: a child process, the conversation with it, and the wire between the two.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::{
    ChildEvent, Conversation, Leash, LineProcess, Output, ProcessEvent, Profile, Program,
    StartError, Transcript, TranscriptEvent,
};
use crate::analysis::Limits;
use crate::position::Line;
use crate::protocol::{Dialect, EngineOption};
use crate::text::on_one_line;

/// How long a process that takes no more lines may take to end by itself, so that its last words are complete.
const PARTING: Duration = Duration::from_millis(500);

/// How long a process that was never up may take to end by itself.
const SHORT_FAREWELL: Duration = Duration::from_millis(50);

/// Takes the lines of a process, each with the number of the start that it belongs to.
type Deliver = Arc<dyn Fn(u64, ProcessEvent) + Send + Sync>;

/// An external engine.
///
/// It has no thread that thinks: the loop of its owner gives it the lines of its process by [`External::hear`] and calls
/// [`External::expire`] once [`External::deadline`] has passed, after the lines that had arrived by then. Events are told
/// while one of its methods runs.
pub struct External {
    program: Program,
    profile: Profile,
    conversation: Conversation,
    process: Option<LineProcess>,
    /// When a process that takes no more lines counts as ended.
    lost_at: Option<Instant>,
    /// Counts the starts of the process, so that a dead one's lines are known.
    start: u64,
    transcript: Transcript,
    leash: Leash,
    deliver: Deliver,
    tell: Box<dyn Fn(u64, ChildEvent) + Send>,
}

impl std::fmt::Debug for External {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("External")
            .field("program", &self.program)
            .field("process", &self.process)
            .field("conversation", &self.conversation)
            .finish_non_exhaustive()
    }
}

impl External {
    /// Starts an engine. What its process does goes to `deliver`, on a thread of its own, and has to come back by
    /// [`External::hear`]; every event goes to `tell` with the number of its search, 0 if it belongs to none. What both
    /// sides say is noted in the transcript.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn start(
        program: Program,
        profile: Profile,
        transcript: Transcript,
        deliver: impl Fn(u64, ProcessEvent) + Send + Sync + 'static,
        tell: impl Fn(u64, ChildEvent) + Send + 'static,
    ) -> Result<Self, StartError> {
        let mut external = Self {
            conversation: Conversation::new(&profile),
            program,
            profile,
            process: None,
            lost_at: None,
            start: 0,
            transcript,
            leash: Leash::default(),
            deliver: Arc::new(deliver),
            tell: Box::new(tell),
        };
        external.restart()?;
        Ok(external)
    }

    /// Ties the process to a leash, and each that is started later.
    pub fn tie(&mut self, leash: Leash) {
        if let Some(process) = &self.process {
            process.tie(&leash);
        }
        self.leash = leash;
    }

    /// Leaves the clock of a search to the owner. See [`Conversation::leave_time_to_owner`].
    pub fn leave_time_to_owner(&mut self) {
        self.conversation.leave_time_to_owner();
    }

    /// Refuses numbers beyond the ranges of options. See [`Conversation::keep_options_in_range`].
    pub fn keep_options_in_range(&mut self) {
        self.conversation.keep_options_in_range();
    }

    /// Ends the process at once and starts it anew. Options that were set are set again.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn restart(&mut self) -> Result<(), StartError> {
        self.open()?;
        self.act();
        Ok(())
    }

    fn open(&mut self) -> Result<(), StartError> {
        self.process = None;
        self.lost_at = None;
        self.start += 1;
        let (start, deliver) = (self.start, Arc::clone(&self.deliver));
        let process = LineProcess::start(&self.program, move |event| deliver(start, event))?;
        process.tie(&self.leash);
        self.process = Some(process);
        let name = self.profile.name.as_bytes();
        self.transcript.note(TranscriptEvent::Start, name);
        self.conversation.begin(Instant::now());
        Ok(())
    }

    /// Takes what the process with the number `start` did.
    pub fn hear(&mut self, start: u64, event: ProcessEvent) {
        if start != self.start {
            return;
        }
        match event {
            ProcessEvent::Line { bytes, at } => {
                self.transcript.note(TranscriptEvent::FromEngine, &bytes);
                self.conversation.hear(bytes, at);
            }
            ProcessEvent::Ended => self.lose(),
        }
        self.act();
    }

    /// Tells when [`External::expire`] has to be called if no line comes before.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        let deadlines = self.conversation.deadline().into_iter();
        deadlines.chain(self.lost_at).min()
    }

    /// Acts on a deadline that has passed; does nothing before.
    pub fn expire(&mut self) {
        let now = Instant::now();
        if self.lost_at.is_some_and(|time| time <= now) {
            self.lose();
        }
        self.conversation.expire(now);
        self.act();
    }

    /// Asks for a search on the last position of a line and returns its number; a search that is not answered yet is
    /// given up. Its clock starts now. See [`Conversation::think`].
    pub fn think(&mut self, line: Line, limits: Limits) -> u64 {
        self.think_since(line, limits, Instant::now())
    }

    /// As [`External::think`], of a search whose clock started at `since`.
    pub fn think_since(&mut self, line: Line, limits: Limits, since: Instant) -> u64 {
        let number = self
            .conversation
            .think_since(line, limits, since, Instant::now());
        self.act();
        number
    }

    /// Asks the last search to end with the best move it has.
    pub fn stop(&mut self) {
        self.conversation.stop(Instant::now());
        self.act();
    }

    /// Lets silence last no longer than this from now on, in a search that no clock ends.
    pub fn bound_silence(&mut self, most: Duration) {
        self.conversation.bound_silence(most, Instant::now());
    }

    /// Tells the last search that the move it ponders on was played, perhaps with an offer of a draw.
    pub fn ponder_hit(&mut self, draw_offered: bool) {
        self.conversation.ponder_hit(draw_offered, Instant::now());
        self.act();
    }

    /// Tells that the next position is of another game, after the search that runs.
    pub fn new_game(&mut self) {
        self.conversation.new_game(Instant::now());
        self.act();
    }

    /// Sets an option by any of its names, after the search that runs. See [`Conversation::set_option`].
    pub fn set_option(&mut self, name: &str, value: &str) {
        self.conversation.set_option(name, value, Instant::now());
        self.act();
    }

    /// Asks for [`ChildEvent::Ready`].
    pub fn ask_ready(&mut self) {
        self.conversation.ask_ready(Instant::now());
        self.act();
    }

    /// Says a line that is none of the protocol's. See [`Conversation::pass`].
    pub fn pass(&mut self, text: &str, position: Option<&Line>) {
        self.conversation.pass(text, position);
        self.act();
    }

    /// Bids the engine farewell and waits for its end as long as its profile allows, or shortly if it was never up, since it
    /// has nothing to put away then; then ends it.
    pub fn quit(mut self) {
        let grace = match self.has_declared() {
            true => self.profile.deadlines.quit,
            false => self.profile.deadlines.quit.min(SHORT_FAREWELL),
        };
        self.conversation.quit();
        self.act();
        if let Some(process) = self.process.take() {
            process.end(grace);
            self.transcript.note(TranscriptEvent::End, b"\n");
        }
    }

    /// Gives the name that the engine tells of itself, or else that of its profile.
    #[must_use]
    pub fn name(&self) -> &str {
        match self.conversation.name() {
            "" => &self.profile.name,
            name => name,
        }
    }

    /// Gives the options that the engine declares; none until it has.
    #[must_use]
    pub fn options(&self) -> &[EngineOption] {
        self.conversation.options()
    }

    /// Tells whether the engine declares an option of this name, or of another that means the same.
    #[must_use]
    pub fn has_option(&self, name: &str) -> bool {
        self.conversation.has_option(name)
    }

    /// Tells whether the engine has declared all its options.
    #[must_use]
    pub fn has_declared(&self) -> bool {
        self.conversation.has_declared()
    }

    /// Gives the dialect of the engine's lines, as far as it is known by now.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.conversation.dialect()
    }

    /// Tells whether the engine is of no more use until [`External::restart`].
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.conversation.is_over()
    }

    /// Gives the system's number of the process, while there is one.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        self.process.as_ref().map(LineProcess::id)
    }

    /// Ends what is left of a process that takes or gives no more lines.
    fn lose(&mut self) {
        self.lost_at = None;
        let last_words = self.process.take().map(|process| process.last_words());
        let last_words = last_words.unwrap_or_default();
        let last_line = last_words.lines().next_back().unwrap_or_default();
        self.transcript
            .note(TranscriptEvent::End, last_line.as_bytes());
        self.conversation.ended(&last_words);
    }

    /// Does what the conversation asks for. Lines in a row are sent at once.
    fn act(&mut self) {
        loop {
            let mut lines = Vec::new();
            let mut output = self.conversation.next_output();
            while let Some(Output::Send(mut line)) = output {
                lines.append(&mut line);
                output = self.conversation.next_output();
            }
            self.send(&lines);
            match output {
                Some(Output::Tell(number, event)) => {
                    if matches!(&event, ChildEvent::Failed(fault) if fault.is_fatal()) {
                        self.process = None;
                        self.lost_at = None;
                    }
                    (self.tell)(number, event);
                }
                Some(Output::Restart) => {
                    if let Err(error) = self.open() {
                        self.conversation.begin(Instant::now());
                        self.conversation.ended(&error.to_string());
                    }
                }
                Some(Output::Send(_)) | None => break,
            }
        }
    }

    fn send(&mut self, lines: &[u8]) {
        let Some(process) = self.process.as_mut().filter(|_| !lines.is_empty()) else {
            return;
        };
        self.transcript.note(TranscriptEvent::ToEngine, lines);
        if let Err(error) = process.send(lines) {
            log::warn!("{}: {error}", on_one_line(self.name()));
            self.lost_at = self.lost_at.or(Some(Instant::now() + PARTING));
        }
    }
}
