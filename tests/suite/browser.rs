//! The page of `caipan serve` in a browser: what a person does, and what they then read.

use serde_json::{Value, json};

use crate::record::Record;
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
