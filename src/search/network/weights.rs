//! The numbers of a network, and how a file keeps them.

use std::sync::LazyLock;

use super::features::FEATURES;

/// The numbers that the first layer makes for each side.
pub const HIDDEN: usize = 256;

/// The rows of the second layer.
pub const BUCKETS: usize = 8;

/// What stands for 1 in the first layer.
pub(super) const ONE: i16 = 255;

/// What stands for 1 in the weights of the second.
const WEIGHT_ONE: i32 = 64;

/// What stands for 1 in the output: a square of the first layer times a weight of the second.
const UNIT: f32 = (ONE as i32 * ONE as i32 * WEIGHT_ONE) as f32;

/// What a sum of 1 is worth, in centipawns.
const SCALE: i32 = 400;

/// What the first layer adds for a feature.
pub(super) type Row = [i16; HIDDEN];

/// Gives the row of the second layer for so many pieces, both kings among them.
#[must_use]
pub const fn bucket(pieces: u32) -> usize {
    let bucket = pieces.saturating_sub(1) as usize * BUCKETS / 32;
    if bucket < BUCKETS {
        bucket
    } else {
        BUCKETS - 1
    }
}

/// The weights while they are trained, where an output of 1 is worth 400 centipawns.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainedWeights {
    /// What each feature adds to the first layer.
    pub features: Vec<[f32; HIDDEN]>,
    /// What the first layer begins with.
    pub bias: [f32; HIDDEN],
    /// The second layer, the half of the mover first.
    pub rows: [[[f32; HIDDEN]; 2]; BUCKETS],
    /// What the output of a row begins with.
    pub row_bias: [f32; BUCKETS],
}

impl TrainedWeights {
    /// Gives weights that are all nothing.
    #[must_use]
    pub fn zero() -> Self {
        Self {
            features: vec![[0.0; HIDDEN]; FEATURES],
            bias: [0.0; HIDDEN],
            rows: [[[0.0; HIDDEN]; 2]; BUCKETS],
            row_bias: [0.0; BUCKETS],
        }
    }
}

/// The weights, as the search uses them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    pub(super) features: Vec<Row>,
    pub(super) bias: Row,
    rows: Vec<[Row; 2]>,
    row_bias: [i32; BUCKETS],
}

impl Network {
    /// The bytes of a file.
    pub const BYTES: usize = 2 * ((FEATURES + 1) * HIDDEN + BUCKETS * 2 * HIDDEN) + 4 * BUCKETS;

    /// Gives the network that comes with the program.
    ///
    /// # Panics
    /// If the file of it that was built in is none, which a test rules out.
    #[must_use]
    pub fn bundled() -> &'static Self {
        static BUNDLED: LazyLock<Network> = LazyLock::new(|| {
            let bytes = include_bytes!("bundled.bin");
            Network::from_bytes(bytes).expect("the file of a network")
        });
        &BUNDLED
    }

    /// Rounds trained weights.
    #[must_use]
    pub fn quantised(trained: &TrainedWeights) -> Self {
        let first =
            |row: &[f32; HIDDEN]| row.map(|weight| (weight * f32::from(ONE)).round() as i16);
        // A product with what stands for 1 has to fit 16 bits.
        let second = |weight: f32| (weight * WEIGHT_ONE as f32).round().clamp(-127.0, 127.0) as i16;
        Self {
            features: trained.features.iter().map(first).collect(),
            bias: first(&trained.bias),
            rows: (trained.rows.iter())
                .map(|halves| halves.map(|half| half.map(second)))
                .collect(),
            row_bias: trained.row_bias.map(|bias| (bias * UNIT).round() as i32),
        }
    }

    /// Gives the weights as they can be trained on.
    #[must_use]
    pub fn trained(&self) -> TrainedWeights {
        let first = |row: &Row| row.map(|weight| f32::from(weight) / f32::from(ONE));
        let second = |row: Row| row.map(|weight| f32::from(weight) / WEIGHT_ONE as f32);
        TrainedWeights {
            features: self.features.iter().map(first).collect(),
            bias: first(&self.bias),
            rows: std::array::from_fn(|bucket| self.rows[bucket].map(second)),
            row_bias: self.row_bias.map(|bias| bias as f32 / UNIT),
        }
    }

    /// Reads what [`Network::to_bytes`] wrote; `None` if the length is another.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != Self::BYTES {
            return None;
        }
        let (words, biases) = bytes.split_at(bytes.len() - 4 * BUCKETS);
        let mut words = words
            .as_chunks::<2>()
            .0
            .iter()
            .map(|word| i16::from_le_bytes(*word));
        let mut row = || std::array::from_fn(|_| words.next().unwrap_or_default());
        let features = (0..FEATURES).map(|_| row()).collect();
        let bias = row();
        let rows = (0..BUCKETS).map(|_| [row(), row()]).collect();
        let mut biases = biases
            .as_chunks::<4>()
            .0
            .iter()
            .map(|word| i32::from_le_bytes(*word));
        Some(Self {
            features,
            bias,
            rows,
            row_bias: std::array::from_fn(|_| biases.next().unwrap_or_default()),
        })
    }

    /// Writes the numbers, little-endian: the rows of the features, the bias, the rows of the second layer in two bytes
    /// each, their biases in four.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let rows = self
            .features
            .iter()
            .chain([&self.bias])
            .chain(self.rows.iter().flatten());
        let mut bytes: Vec<u8> = rows.flatten().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend(self.row_bias.iter().flat_map(|word| word.to_le_bytes()));
        bytes
    }

    /// Gives the worth in centipawns for the mover, whose sum comes first.
    #[must_use]
    #[inline]
    pub(super) fn output(&self, sums: [&Row; 2], bucket: usize) -> i32 {
        let row = &self.rows[bucket];
        let sum = half(sums[0], &row[0]) + half(sums[1], &row[1]);
        let one = i64::from(ONE);
        let value = (i64::from(sum) + i64::from(self.row_bias[bucket])) * i64::from(SCALE);
        (value / (one * one * i64::from(WEIGHT_ONE))) as i32
    }
}

/// Weighs the squares of what is clamped; written so that it is done many at a time.
#[inline]
fn half(sums: &Row, weights: &Row) -> i32 {
    let terms = sums.iter().zip(weights).map(|(sum, weight)| {
        let clamped = (*sum).clamp(0, ONE);
        i32::from(clamped * weight) * i32::from(clamped)
    });
    terms.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_comes_back_and_another_length_is_none() {
        let mut trained = TrainedWeights::zero();
        trained.features[3][5] = 0.5;
        trained.bias = [0.25; HIDDEN];
        trained.rows[2][1][5] = -9.0;
        trained.row_bias = [0.1; BUCKETS];
        let network = Network::quantised(&trained);
        let bytes = network.to_bytes();
        assert_eq!(bytes.len(), Network::BYTES);
        assert_eq!(Network::from_bytes(&bytes), Some(network));
        assert_eq!(Network::from_bytes(&bytes[1..]), None);
    }

    #[test]
    fn a_network_that_is_trained_no_further_stays_the_same() {
        let network = Network::bundled();
        assert_eq!(&Network::quantised(&network.trained()), network);
    }

    #[test]
    fn the_output_is_what_the_numbers_say() {
        let mut trained = TrainedWeights::zero();
        trained.rows[1][0][7] = 1.0;
        trained.rows[1][1][9] = -0.5;
        (trained.bias[7], trained.bias[9]) = (0.5, 3.0);
        trained.row_bias = [0.25; BUCKETS];
        let network = Network::quantised(&trained);
        // A quarter of 400 for the square of one half, half of 400 less for what is clamped to 1, a quarter for the bias.
        let value = network.output([&network.bias, &network.bias], 1);
        assert!(value.abs() <= 1, "{value}");
        assert_eq!(network.output([&network.bias, &network.bias], 0), 100);
    }

    #[test]
    fn every_count_of_pieces_has_a_row() {
        let buckets: Vec<usize> = (2..=32).map(bucket).collect();
        assert!(buckets.is_sorted());
        assert_eq!(
            (buckets.first(), buckets.last()),
            (Some(&0), Some(&(BUCKETS - 1)))
        );
    }
}
