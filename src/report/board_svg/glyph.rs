//! The outlines of the characters on boards.

/// The table that `scripts/make-glyphs` makes: a character and its outline a line.
const TABLE: &str = include_str!("glyphs.txt");

/// Gives the path of a character around 0 0, 400 units to its side; empty for one that is not in the table.
pub(super) fn outline(character: char) -> &'static str {
    let mut lines = TABLE.lines();
    let line = lines.find_map(|line| line.strip_prefix(character));
    line.map_or("", str::trim_start)
}

#[cfg(test)]
mod tests {
    use super::outline;

    #[test]
    fn characters_have_outlines_of_their_own() {
        let characters =
            "帥仕相俥傌炮兵將士象車馬砲卒楚河漢界一二三四五六七八九0123456789abcdefghi";
        let mut outlines: Vec<&str> = characters.chars().map(outline).collect();
        assert!(outlines.iter().all(|outline| outline.starts_with('m')));
        outlines.sort_unstable();
        outlines.dedup();
        assert_eq!(outlines.len(), characters.chars().count());
        assert_eq!(outline('x'), "");
    }
}
