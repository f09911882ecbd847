//! The page of `caipan serve` in a browser: what a person does, and what they then read.

use std::fs;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::record::Record;
use crate::serve::journal_of;
use crate::support::browser::Browser;
use crate::support::http::Served;

fn square(name: &str) -> String {
    format!("#board [data-square={name}]")
}

/// What stands beside each move of the list: its nature, with the level of a chase.
fn natures(browser: &Browser) -> Value {
    browser.value("[...document.querySelectorAll('.nature')].map((nature) => nature.textContent)")
}

/// Whether the page is no wider than what is seen of it.
fn fits(browser: &Browser) -> bool {
    let wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
    browser.value(wide) == json!(true)
}

#[test]
fn a_figure_is_set_up_played_and_ruled() {
    let figures = Record::read("seed1.jsonl");
    let figure = figures
        .iter()
        .find(|record| record.json["id"] == json!("seed1-1-15"));
    let figure = figure.expect("the figure is there");
    let served = Served::start(&[]);
    let browser = Browser::start();
    browser.look(1100, 900, "light");
    browser.open(&format!("http://127.0.0.1:{}/", served.port));
    browser.until("document.querySelectorAll('#board .square use[href]').length === 32");
    browser.keep_picture("start");

    // By mouse, from the palette to the board.
    browser.press("mouse", "#set-up");
    browser.press("mouse", "#clear");
    for (at, piece) in figure.line.start().board().iter() {
        let palette = format!("#palette [value={}]", piece.letter());
        browser.drag("mouse", &palette, &square(&at.to_string()));
    }
    browser.keep_picture("setting");
    browser.press("mouse", "#done");
    browser.until("!document.getElementById('walk').hidden");
    assert_eq!(browser.text("#fault"), "");

    // By mouse, by finger, and by keys.
    let moves: Vec<String> = figure.line.moves().map(|mv| mv.to_string()).collect();
    let made = |count: usize| {
        let place =
            format!("document.getElementById('place').textContent.startsWith('{count}/{count} ')");
        browser.until(&place);
    };
    let (from, to) = moves[0].split_at(2);
    browser.drag("mouse", &square(from), &square(to));
    made(1);
    let (from, to) = moves[1].split_at(2);
    browser.press("touch", &square(from));
    assert_eq!(
        browser.value("document.querySelectorAll('.legal').length > 3"),
        json!(true)
    );
    browser.keep_picture("legal");
    browser.press("touch", &square(to));
    made(2);
    let (from, to) = moves[2].split_at(2);
    browser.drag("touch", &square(from), &square(to));
    made(3);
    // From the square of the last move by arrows: g8 is one to the left and one up of h7.
    let (from, to) = moves[3].split_at(2);
    assert_eq!((from, to), ("g8", "g7"));
    browser.value(&format!(
        "document.querySelector('{}').focus()",
        square(from)
    ));
    browser.keys(&["\u{e007}", "\u{e015}", "\u{e007}"]);
    made(4);

    browser.until("document.getElementById('verdict').textContent !== ''");
    browser.until("document.querySelectorAll('.nature').length === 4");
    assert_eq!(natures(&browser), json!(["跟", "捉A", "跟", "捉A"]));
    assert!(
        browser
            .text("#verdict")
            .contains("黑方须变着 Black must change")
    );
    assert!(browser.text("#why-zh").contains("捉") && browser.text("#why-en").contains("chase"));
    assert!(
        browser.text("#articles").contains("24.11"),
        "{}",
        browser.text("#articles")
    );
    assert_eq!(
        browser.value("document.querySelectorAll('.b-target').length > 0"),
        json!(true)
    );
    for (name, width, scheme) in [
        ("light", 1100, "light"),
        ("dark", 1100, "dark"),
        ("phone", 390, "light"),
        ("phone-dark", 390, "dark"),
    ] {
        browser.look(width, 900, scheme);
        browser.keep_picture(name);
        assert!(fits(&browser), "{name}");
    }

    // Back and by another rule set; the address keeps it all.
    browser.press("mouse", "#back");
    browser.until("document.getElementById('place').textContent.startsWith('3/4 ')");
    browser.until("document.getElementById('verdict').textContent.includes('没有循环')");
    browser.press("mouse", "#forward");
    browser.value("(document.getElementById('rules').value = 'none', document.getElementById('rules').dispatchEvent(new Event('change')))");
    browser.until("document.getElementById('verdict').textContent.includes('作和')");
    browser.until("location.hash.includes('rules=none') && location.hash.includes('ply=4')");
    let address = browser.value("location.href");
    browser.open("about:blank");
    browser.open(address.as_str().unwrap());
    browser.until("document.getElementById('verdict').textContent.includes('作和')");
    assert_eq!(
        browser.value("document.getElementById('rules').value"),
        json!("none")
    );

    // A game that would like to be more than text.
    let hostile = "[Red \"<img src=x onerror=alert(1)>\"]\n1. 炮二平五 马8进7 *\n\n[Red \"<b>\"]\n1. h2h2 *\n";
    browser.value(&format!(
        "(document.getElementById('text').value = {})",
        json!(hostile)
    ));
    browser.press("mouse", "#read");
    browser.until("!document.getElementById('games').hidden");
    made(2);
    assert_eq!(
        browser.value("document.querySelectorAll('img, b').length"),
        json!(0)
    );
    let options =
        "[...document.getElementById('games').options].map((option) => option.textContent)";
    let options = browser.value(options);
    assert_eq!(options[0], json!("1. <img src=x onerror=alert(1)> - ?"));
    assert!(options[1].as_str().unwrap().contains("h2h2"));
    browser.keep_picture("games");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Lets a test refuse or delay what the page asks, and counts what it does.
const WATCH: &str = r#"(
    window.refused = window.late = null,
    window.asked = window.kept = window.came = 0,
    window.usual = window.fetch,
    window.fetch = async (path, options) => {
        asked += path.startsWith("/judge") && !options.signal.aborted;
        if (refused && path.startsWith(refused)) return new Response('{"error": {"message": "busy"}}', {status: 503});
        if (late && path.startsWith(late)) {
            await new Promise((resolve) => setTimeout(resolve, 500));
            came += 1;
        }
        return usual(path, options);
    },
    window.keep = history.replaceState.bind(history),
    history.replaceState = (...words) => {
        kept += 1;
        keep(...words);
    },
    true
)"#;

#[test]
fn what_fails_or_comes_late_leaves_nothing_wrong_behind() {
    let served = Served::start(&[]);
    let browser = Browser::start();
    browser.look(1100, 900, "light");
    let read = |text: &str| {
        browser.value(&format!(
            "(document.getElementById('text').value = {}, document.getElementById('read').click(), true)",
            json!(text)
        ));
    };
    let text = |id: &str| browser.value(&format!("document.getElementById('{id}').textContent"));
    let place = |place: &str| {
        browser.until(&format!(
            "document.getElementById('place').textContent.startsWith('{place} ')"
        ));
    };

    // A link that was cut shows the start of a game, which can be played.
    browser.open(&format!(
        "http://127.0.0.1:{}/#moves=h2e2,h9&ply=7",
        served.port
    ));
    browser.until("document.querySelectorAll('#board .square use[href]').length === 32");
    browser.until("document.getElementById('fault').textContent !== ''");
    browser.press("mouse", &square("h2"));
    browser.until("document.querySelectorAll('.legal').length > 3");
    let complaints = browser.complaints();
    assert!(
        complaints.iter().all(|told| told.contains("400")),
        "{complaints:?}"
    );
    // One made by hand shows what there is.
    browser.value("(location.hash = '#moves=h2e2,h9g7&ply=-3', true)");
    place("0/2");
    browser.until("document.getElementById('verdict').textContent !== ''");

    // Nothing stays of a ruling when the next is refused, nor of the refusal after the next ruling.
    browser.value(WATCH);
    browser.value("(refused = '/judge', true)");
    browser.press("mouse", "#forward");
    browser.until("document.getElementById('fault').textContent === 'busy'");
    for id in ["verdict", "why-zh", "why-en", "articles", "nature"] {
        assert_eq!(text(id), json!(""), "{id}");
    }
    browser.value(
        "(refused = null, document.getElementById('rules').dispatchEvent(new Event('change')))",
    );
    browser.until("document.getElementById('verdict').textContent !== ''");
    assert_eq!(text("fault"), json!(""));

    // The game that was asked for last is shown.
    browser.value("(late = '/read', true)");
    read("h2e2 h9g7 h0g2");
    browser.value("(late = null, true)");
    read("b2e2");
    place("1/1");
    browser.until("came === 1");
    thread::sleep(Duration::from_millis(300));
    assert!(text("place").as_str().unwrap().starts_with("1/1 "));
    assert_eq!(text("fault"), json!(""));

    // Many steps at once are one ruling and one address.
    let moves = "h0g2 h9g7 g2h0 g7h9 ".repeat(10);
    read(&moves);
    place("40/40");
    browser.press("mouse", "#first");
    browser.until("location.hash.includes('ply=0')");
    let steps = "Array.from({length: 40}, () => document.getElementById('forward').click())";
    browser.value(&format!("(asked = kept = 0, {steps}, true)"));
    browser.until("location.hash.includes('ply=40')");
    browser.until("document.getElementById('verdict').textContent.includes('和')");
    assert_eq!(browser.value("[asked, kept]"), json!([1, 1]));

    // Settings that are not applied are told of, as long as their game is shown.
    let is_told = "!document.getElementById('changed').hidden";
    assert_eq!(browser.value(is_told), json!(false));
    read("[Rules \"axf\"]\n[RepetitionCount \"5\"]\n\n1. h2e2 h9g7 *\n");
    browser.until(is_told);
    assert_eq!(
        browser.value("document.getElementById('rules').value"),
        json!("axf")
    );
    browser.until("location.hash.includes('changed=1')");
    read("h2e2");
    place("1/1");
    assert_eq!(browser.value(is_told), json!(false));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_match_is_watched_without_losing_the_place() {
    let journal = journal_of("-rounds 1 -rules axf -repetition-count 5");
    let lines: Vec<&str> = journal.split_inclusive('\n').collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    // The first of two games, after two moves.
    fs::write(&path, lines[..4].concat()).unwrap();
    let served = Served::start(&["--match", path.to_str().unwrap()]);
    let browser = Browser::start();
    browser.look(1100, 900, "light");
    browser.open(&format!("http://127.0.0.1:{}/match", served.port));
    browser.until("document.querySelector('#games button') !== null");
    browser.value(
        "(window.button = document.querySelector('#games button'), window.link = document.getElementById('link'), button.focus(), true)",
    );
    let before = browser.value("button.textContent");
    fs::write(&path, lines[..6].concat()).unwrap();
    browser.until(&format!("button.textContent !== {before}"));
    let stays = "button === document.activeElement && link === document.getElementById('link')";
    assert_eq!(browser.value(stays), json!(true));
    fs::write(&path, &journal).unwrap();
    browser.until("document.querySelector('#games button').textContent.startsWith('2. ')");
    assert_eq!(
        browser.value("document.querySelectorAll('#games button').length"),
        json!(1)
    );
    assert!(browser.text("#state").starts_with("2 / 2 "));
    browser.keep_picture("match");

    // The ruling is that of the rules of the match, and what it leaves out is told.
    browser.press("mouse", "#link");
    browser.until("document.getElementById('rules')?.value === 'axf'");
    browser.until("!document.getElementById('changed').hidden");
    browser.until("document.getElementById('verdict').textContent !== ''");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
