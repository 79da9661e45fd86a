//! Lossless pictures that make their decoder build as many prefix codes as possible, each in a table of 4 KiB.

/// Most groups of codes that a picture can name.
const GROUPS_MAX: usize = 65_536;
const CODES_A_GROUP: usize = 5;

/// Bits in the order of a lossless WebP: the lowest of each byte first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    used: u32,
}

impl Bits {
    fn number(&mut self, value: u32, bits: u32) {
        for bit in 0..bits {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            *self.bytes.last_mut().unwrap() |= ((value >> bit & 1) as u8) << (self.used % 8);
            self.used += 1;
        }
    }

    /// A prefix code, whose highest bit comes first.
    fn code(&mut self, code: u32, bits: u32) {
        self.number(code.reverse_bits() >> (32 - bits), bits);
    }

    /// A code of one symbol, which takes no bits in use.
    fn one_symbol(&mut self, symbol: u32) {
        self.number(1, 1);
        self.number(0, 1);
        self.number(1, 1);
        self.number(symbol, 8);
    }

    /// A code whose longest words have ten bits, for which a table is the largest, in 93 bits.
    fn largest_table(&mut self) {
        // Code lengths 1 to 6 have words of three bits, 7 to 10 of four; 17, 18, 0 and 16 are not used.
        self.number(0, 1);
        self.number(14 - 4, 4);
        for length in [0, 0, 0, 3, 3, 3, 3, 3, 0, 3, 4, 4, 4, 4] {
            self.number(length, 3);
        }
        // Eleven symbols follow.
        self.number(1, 1);
        self.number(1, 3);
        self.number(11 - 2, 4);
        for length in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10] {
            if length <= 6 { self.code(length - 1, 3) } else { self.code(length + 5, 4) }
        }
    }

    /// An image of one point that names the last possible group, and then the groups.
    fn groups(&mut self, bytes: usize) {
        self.number(0, 1);
        self.number(1, 1);
        self.number(7, 3);
        self.number(0, 1);
        for symbol in [0xff, 0xff, 0, 0, 0] {
            self.one_symbol(symbol);
        }
        let mut codes = 0;
        while codes < GROUPS_MAX * CODES_A_GROUP && self.bytes.len() < bytes {
            self.largest_table();
            codes += 1;
        }
    }
}

/// The chunk `VP8L` of a picture of so many points, of about so many bytes.
pub fn vp8l(width: u32, height: u32, bytes: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.number(0x2f, 8);
    bits.number(width - 1, 14);
    bits.number(height - 1, 14);
    bits.number(0, 4);
    bits.number(0, 1);
    bits.groups(bytes);
    bits.bytes
}

/// The chunk `ALPH`, whose transparency is compressed in the same way.
pub fn alph(bytes: usize) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.number(1, 8);
    bits.number(0, 1);
    bits.groups(bytes);
    bits.bytes
}
