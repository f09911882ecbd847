//! The bytes of a file, read one field after another.

use super::{BinaryError, BinaryFault};

/// Reads fields up to the end of a file; never beyond.
#[derive(Clone, Debug)]
pub(super) struct ByteReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> ByteReader<'a> {
    /// Starts at a byte of a file that ends with `bytes`.
    pub(super) const fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    /// Gives the byte at which the next field begins.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// Tells whether nothing is left.
    pub(super) const fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// Reads `N` bytes.
    pub(super) fn array<const N: usize>(
        &mut self,
        expected: &'static str,
    ) -> Result<[u8; N], BinaryError> {
        let Some(found) = self.rest().first_chunk() else {
            let (at, fault) = (self.bytes.len(), BinaryFault::End { expected });
            return Err(fault.at(at));
        };
        self.at += N;
        Ok(*found)
    }

    /// Reads a number of four bytes, the least first.
    pub(super) fn number(&mut self, expected: &'static str) -> Result<i64, BinaryError> {
        Ok(i64::from(i32::from_le_bytes(self.array(expected)?)))
    }

    /// Reads as many bytes as the file tells.
    pub(super) fn sized(&mut self, length: i64) -> Result<&'a [u8], BinaryError> {
        let rest = self.rest();
        let field = usize::try_from(length)
            .ok()
            .and_then(|length| rest.get(..length));
        let Some(field) = field else {
            let (found, left) = (length, rest.len());
            let fault = BinaryFault::Length { found, left };
            return Err(fault.at(self.at));
        };
        self.at += field.len();
        Ok(field)
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_end_where_the_file_does() {
        let mut reader = ByteReader::new(b"..\x02\0\0\0abc", 2);
        let length = reader.number("a length").expect("it is there");
        assert_eq!(reader.sized(length).expect("it is there"), b"ab");
        for length in [-1, 2, i64::MAX] {
            let error = reader.sized(length).unwrap_err();
            let expected = format!("byte 8: found a text of {length} bytes, expected 0 to 1");
            assert_eq!(error.to_string(), expected);
        }
        let error = reader.array::<2>("two bytes").unwrap_err();
        assert_eq!(
            error.to_string(),
            "byte 9: found the end, expected two bytes"
        );
        assert_eq!(reader.array(""), Ok(*b"c"));
        assert!(reader.is_at_end());
        assert!(ByteReader::new(b"", 3).array::<1>("more").is_err());
    }
}
