//! What helps a person who has just come: the greeting, `doctor`, `completions` and `man`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::relayed_engine::scripted;

fn caipan(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_caipan"));
    command.args(arguments).stdin(Stdio::null());
    command
        .env("LC_ALL", "en_US.UTF-8")
        .env_remove("CAIPAN_CONFIG");
    command
}

fn shown(output: Output) -> String {
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
    String::from_utf8(output.stdout).unwrap()
}

/// Starts the engine in a terminal of its own and gives what it wrote to standard output and standard error.
#[cfg(target_os = "linux")]
fn in_a_terminal(settings: &str, locale: &str, typed: &str) -> [String; 2] {
    use std::io::Write;

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.toml");
    fs::write(&file, settings).unwrap();
    let [out, err] = ["out", "err"].map(|name| folder.path().join(name));
    let program = env!("CARGO_BIN_EXE_caipan");
    let line = format!("'{program}' >'{}' 2>'{}'", out.display(), err.display());
    let mut child = Command::new("script")
        .args(["-q", "-e", "-c", &line, "/dev/null"])
        .env("LC_ALL", locale)
        .env("CAIPAN_CONFIG", &file)
        .env("SHELL", "/bin/sh")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("script is installed");
    let mut input = child.stdin.take().unwrap();
    input.write_all(typed.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    drop(input);
    [out, err].map(|file| fs::read_to_string(file).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn who_starts_the_engine_in_a_terminal_is_told_what_to_type_and_the_output_stays_protocol() {
    for (settings, locale, first, lines) in [
        ("", "en_US.UTF-8", ", a xiangqi engine with a referee;", 5),
        ("", "zh_CN.UTF-8", " 裁判：带裁判的象棋引擎，", 5),
        ("[options]\nmsglang = \"zh\"", "en_US.UTF-8", " 裁判：", 5),
        (
            "[options]\nmsglang = \"both\"",
            "zh_CN.UTF-8",
            " 裁判：",
            10,
        ),
    ] {
        let [out, err] = in_a_terminal(settings, locale, "uci\nquit\n");
        assert_eq!(err.lines().count(), lines, "{err}");
        let version = concat!("caipan ", env!("CARGO_PKG_VERSION"));
        assert!(err.starts_with(&format!("{version}{first}")), "{err}");
        for word in ["play", "analyse", "judge", "doctor", "quit"] {
            assert!(err.contains(word), "{err}");
        }
        assert!(
            out.starts_with("id name caipan") && out.trim_end().ends_with("uciok"),
            "{out}"
        );
    }
}

#[test]
fn a_gui_is_not_greeted() {
    let output = caipan(&[]).output().unwrap();
    assert_eq!(shown(output), "");
}

/// Runs the doctor with these settings and gives what it shows and its exit status.
fn doctor(folder: &Path, settings: Option<&str>, language: &str) -> (String, Option<i32>) {
    let mut command = caipan(&["doctor", "--lang", language]);
    if let Some(settings) = settings {
        let file = folder.join("settings.toml");
        fs::write(&file, settings).unwrap();
        command.env("CAIPAN_CONFIG", file);
    }
    let output = command.output().unwrap();
    assert!(output.stderr.is_empty(), "{output:?}");
    let shown = String::from_utf8(output.stdout).unwrap();
    (shown, output.status.code())
}

#[test]
fn the_doctor_finds_all_well_without_settings() {
    let folder = tempfile::tempdir().unwrap();
    let (text, status) = doctor(folder.path(), None, "en");
    assert_eq!(status, Some(0), "{text}");
    assert!(
        text.lines()
            .all(|line| line.starts_with("fine") || line == "All is well."),
        "{text}"
    );
    assert!(text.contains("the bundled searcher answers "), "{text}");
    let (text, _) = doctor(folder.path(), None, "zh");
    assert!(
        text.starts_with("正常  程序  caipan ") && text.ends_with("\n一切正常。\n"),
        "{text}"
    );
}

#[test]
fn the_doctor_names_what_is_to_be_mended() {
    let folder = tempfile::tempdir().unwrap();
    let scripted =
        |arguments: &[&str]| scripted(arguments).replace("options = { msglang = \"en\" }", "");
    let network = "[options]\nEvalFile = \"no.nnue\"\n";
    for (settings, expected) in [
        ("nam = 1".to_owned(), &["mend  settings "][..]),
        (
            "command = \"no-such-engine\"".to_owned(),
            &["mend  engine ", "command = \"/path/to/it\""],
        ),
        (
            "transcript = \"no/such/folder/x.log\"".to_owned(),
            &["mend  transcript "],
        ),
        (
            "transcript = \"/\"".to_owned(),
            &["mend  transcript ", "no file can be written there"],
        ),
        #[cfg(unix)]
        (
            "transcript = \"/dev/null\"".to_owned(),
            &["mend  transcript ", "a pipe or a device"],
        ),
        (
            "[options]\nHsah = 8\nruleset = \"axf\"".to_owned(),
            &["mend  options ", "Hsah"],
        ),
        (
            scripted(&["--fault", "die-at-start"]) + network,
            &["mend  engine ", "mend  network ", "no.nnue is not there"],
        ),
        (
            scripted(&["--fault", "die"]),
            &["mend  engine ", "position with moves: "],
        ),
    ] {
        let (text, status) = doctor(folder.path(), Some(&settings), "en");
        assert_eq!(status, Some(1), "{text}");
        for told in expected {
            assert!(text.contains(told), "{told}: {text}");
        }
        let count = text.lines().filter(|line| line.starts_with("mend")).count();
        assert!(text.ends_with(&format!("\nTo mend: {count}.\n")), "{text}");
    }
}

#[test]
fn the_doctor_starts_an_engine_and_finds_it_well() {
    let folder = tempfile::tempdir().unwrap();
    let settings = scripted(&[]).replace("options = { msglang = \"en\" }", "");
    let settings = format!("{settings}[options]\nruleset = \"axf\"\nHash = 8\n");
    let (text, status) = doctor(folder.path(), Some(&settings), "en");
    assert_eq!(status, Some(0), "{text}");
    for told in [
        "fine  settings ",
        "fine  engine      it plays: it speaks uci",
        "fine  options     2 set",
    ] {
        assert!(text.contains(told), "{text}");
    }
}

#[test]
fn every_shell_is_helped_to_complete() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = shown(caipan(&["completions", shell]).output().unwrap());
        for word in ["doctor", "analyse", "multipv"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(
        caipan(&["completions", "dos"])
            .output()
            .unwrap()
            .status
            .code(),
        Some(2)
    );
}

#[cfg(unix)]
#[test]
fn bash_takes_its_completions() {
    let program = env!("CARGO_BIN_EXE_caipan");
    let words =
        "COMP_WORDS=(caipan pl); COMP_CWORD=1; _caipan caipan pl caipan; echo \"${COMPREPLY[*]}\"";
    let line = format!("source <('{program}' completions bash); {words}");
    let output = Command::new("bash").args(["-c", &line]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap().trim(), "play");
}

#[test]
fn there_is_a_page_of_the_manual_for_every_command() {
    let page = shown(caipan(&["man"]).output().unwrap());
    assert!(
        page.contains(".TH caipan 1") && page.contains("caipan\\-judge(1)"),
        "{page}"
    );
    let page = shown(caipan(&["man", "judge"]).output().unwrap());
    assert!(
        page.contains(".TH caipan-judge 1") && page.contains("all\\-moves"),
        "{page}"
    );
    assert_eq!(
        caipan(&["man", "nonsense"]).output().unwrap().status.code(),
        Some(2)
    );
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man/man1");
    shown(
        caipan(&["man", "--folder", pages.to_str().unwrap()])
            .output()
            .unwrap(),
    );
    for name in [
        "caipan.1",
        "caipan-play.1",
        "caipan-match.1",
        "caipan-match-merge.1",
    ] {
        let page = fs::read_to_string(pages.join(name)).unwrap();
        assert!(page.contains(".SH SYNOPSIS"), "{name}: {page}");
    }
}
