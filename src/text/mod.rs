//! Words on the wire: bytes to text, text to words.
