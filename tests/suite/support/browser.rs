//! A browser without a window, driven over WebDriver: Debian's chromium and chromium-driver.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::http::{request, send};

/// Longer than a page takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// How the browser runs: as root in a container too, and asking nobody for anything.
const FLAGS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--lang=zh-CN",
];

/// A browser; it is ended with this value.
#[derive(Debug)]
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Starts one.
    ///
    /// # Panics
    /// If it is not installed: `apt-get install chromium chromium-driver`, which `scripts/test` does.
    pub(crate) fn start() -> Self {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromium-driver is installed");
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let port = line.split_once("successfully on port ")?.1;
            port.trim_end_matches('.').parse().ok()
        });
        // The driver may go on writing.
        thread::spawn(move || lines.for_each(drop));
        let profile = tempfile::tempdir().unwrap();
        let data = format!("--user-data-dir={}", profile.path().display());
        let flags: Vec<_> = FLAGS.iter().copied().chain([&*data]).collect();
        let mut browser = Self {
            driver,
            port: port.expect("chromedriver tells its port"),
            session: String::new(),
            _profile: profile,
        };
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": flags},
            "goog:loggingPrefs": {"browser": "ALL"},
        }}});
        let session = browser.call("POST", "/session", &wanted);
        browser.session = format!("/session/{}", session["sessionId"].as_str().unwrap());
        browser
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let host = format!("Host: localhost:{}", self.port);
        let body = match method {
            "POST" => body.to_string(),
            _ => String::new(),
        };
        let bytes = request(method, path, &[&host], body.as_bytes());
        let answer = send(self.port, &bytes).expect("an answer of the driver");
        let value = answer.json()["value"].clone();
        assert_eq!(answer.status, 200, "{method} {path} {body}: {value}");
        value
    }

    fn post(&self, path: &str, body: Value) -> Value {
        self.call("POST", &format!("{}{path}", self.session), &body)
    }

    pub(crate) fn open(&self, address: &str) {
        self.post("/url", json!({"url": address}));
    }

    /// Sets the size of the window in its own pixels, and the colours that the page is to have.
    pub(crate) fn look(&self, width: u32, height: u32, scheme: &str) {
        let cdp = |cmd: &str, params: Value| {
            self.post("/goog/cdp/execute", json!({"cmd": cmd, "params": params}))
        };
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        cdp("Emulation.setDeviceMetricsOverride", size);
        let features = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        cdp("Emulation.setEmulatedMedia", features);
    }

    /// Evaluates an expression in the page.
    pub(crate) fn value(&self, expression: &str) -> Value {
        let script = format!("return {expression};");
        self.post("/execute/sync", json!({"script": script, "args": []}))
    }

    /// Gives what stands in the element that a selector finds.
    pub(crate) fn text(&self, selector: &str) -> String {
        let element = format!("document.querySelector({})", json!(selector));
        let text = self.value(&format!("{element}?.innerText ?? ''"));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression is true.
    pub(crate) fn until(&self, expression: &str) {
        let start = Instant::now();
        while self.value(expression) != json!(true) {
            assert!(
                start.elapsed() < PATIENCE,
                "{expression} does not come to hold: {}",
                self.text("body")
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Gives the middle of an element.
    fn place(&self, selector: &str) -> [f64; 2] {
        let element = format!("document.querySelector({})", json!(selector));
        let place = self.value(&format!(
            "(({{x, y, width, height}}) => [x + width / 2, y + height / 2])({element}.getBoundingClientRect())"
        ));
        [0, 1].map(|index| place[index].as_f64().unwrap())
    }

    /// Presses at the middle of one element and lets go at that of another, with a mouse or a finger.
    pub(crate) fn drag(&self, pointer: &str, from: &str, to: &str) {
        let [from, to] = [from, to].map(|selector| self.place(selector));
        let go = |[x, y]: [f64; 2], duration: u32| json!({"type": "pointerMove", "duration": duration, "x": x as i32, "y": y as i32});
        let mut actions = vec![go(from, 0), json!({"type": "pointerDown", "button": 0})];
        if from != to {
            actions.push(go([(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0], 15));
            actions.push(go(to, 15));
        }
        actions.push(json!({"type": "pointerUp", "button": 0}));
        let parameters = json!({"pointerType": pointer});
        let source =
            json!({"type": "pointer", "id": pointer, "parameters": parameters, "actions": actions});
        self.post("/actions", json!({"actions": [source]}));
    }

    /// Clicks an element, or taps it.
    pub(crate) fn press(&self, pointer: &str, selector: &str) {
        self.value(&format!(
            "document.querySelector({}).scrollIntoView({{block: 'nearest'}})",
            json!(selector)
        ));
        self.drag(pointer, selector, selector);
    }

    /// Types keys one after another; those without a letter are numbered as WebDriver does.
    pub(crate) fn keys(&self, keys: &[&str]) {
        let key = |key: &&str| {
            [
                json!({"type": "keyDown", "value": key}),
                json!({"type": "keyUp", "value": key}),
            ]
        };
        let actions: Vec<_> = keys.iter().flat_map(key).collect();
        let source = json!({"type": "key", "id": "keys", "actions": actions});
        self.post("/actions", json!({"actions": [source]}));
    }

    /// Keeps a picture of the page in the folder that `CAIPAN_SCREENSHOTS` names, if it does.
    pub(crate) fn keep_picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("CAIPAN_SCREENSHOTS") else {
            return;
        };
        let picture = self.call("GET", &format!("{}/screenshot", self.session), &Value::Null);
        let bytes = base64(picture.as_str().unwrap());
        std::fs::write(
            std::path::Path::new(&folder).join(format!("{name}.png")),
            bytes,
        )
        .unwrap();
    }

    /// Gives what the browser complains of.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let log = self.post("/se/log", json!({"type": "browser"}));
        let entries = log.as_array().unwrap().iter();
        entries.map(|entry| entry["message"].to_string()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // With its session the driver ends the browser.
        let host = format!("Host: localhost:{}", self.port);
        let _ = send(self.port, &request("DELETE", &self.session, &[&host], b""));
        #[cfg(unix)]
        if let Some(id) = rustix::process::Pid::from_raw(self.driver.id() as i32) {
            let _ = rustix::process::kill_process(id, rustix::process::Signal::TERM);
        }
        let _ = self.driver.wait();
    }
}

/// Reads base64.
fn base64(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => u32::from(letter - b'A'),
        b'a'..=b'z' => u32::from(letter - b'a') + 26,
        b'0'..=b'9' => u32::from(letter - b'0') + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters: Vec<u8> = text.bytes().filter(|letter| *letter != b'=').collect();
    let bytes = letters.chunks(4).flat_map(|four| {
        let bits = four
            .iter()
            .fold(0, |bits, letter| bits << 6 | value(*letter));
        let bits = bits << (6 * (4 - four.len()) + 8);
        bits.to_be_bytes().into_iter().take(four.len() - 1)
    });
    bytes.collect()
}
