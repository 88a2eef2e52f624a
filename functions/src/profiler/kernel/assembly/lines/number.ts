import { parseNumber } from "../host";

const powersOfTen: usize = memory.data<f64>([
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]);
/** Numbers of up to this many digits, with or without a decimal point, are computed exactly here. */
const exactDigits: usize = 15;

/** The number that `readNumber` read last. */
export let numberValue: f64 = 0;

/** Vectors of the bytes before `0` and after `9`. They are loaded for the reason given in `text.ts`. */
const beforeDigits: usize = memory.data<u8>([
  0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f, 0x2f,
]);
const afterDigits: usize = memory.data<u8>([
  0x3a, 0x3a, 0x3a, 0x3a, 0x3a, 0x3a, 0x3a, 0x3a, 0x3a, 0x3a, 0x3a, 0x3a, 0x3a, 0x3a, 0x3a, 0x3a,
]);

/** Number of digits at `at`, at most 16. */
function digitsAt(at: usize): usize {
  const bytes = v128.load(at);
  const isDigit = v128.and(
    i8x16.gt_s(bytes, v128.load(beforeDigits)),
    i8x16.gt_s(v128.load(afterDigits), bytes),
  );
  return ctz(~i8x16.bitmask(isDigit));
}

/**
 * Converts up to 8 digits at once: pairs of digits become numbers below 100, pairs of those below 10⁴, then 10⁸.
 * @see Langdale & Lemire (2019), "Parsing Gigabytes of JSON per Second", section 3.1.5
 */
function upToEightDigits(at: usize, count: usize): u64 {
  // The last digit goes to the highest byte; the bytes before the first digit become zeros.
  let digits = (load<u64>(at) - 0x3030303030303030) << ((8 - count) << 3);
  digits = (digits * 10 + (digits >>> 8)) & 0x00ff00ff00ff00ff;
  digits = (digits * 100 + (digits >>> 16)) & 0x0000ffff0000ffff;
  return (digits * 10_000 + (digits >>> 32)) & 0xffffffff;
}

function digitsToNumber(at: usize, count: usize): u64 {
  if (count === 0) return 0;
  if (count <= 8) return upToEightDigits(at, count);
  return upToEightDigits(at, count - 8) * 100_000_000 + upToEightDigits(at + count - 8, 8);
}

/** Reads a number into `numberValue`. @returns its end, 0 when it is not JSON */
export function readNumber(start: usize): usize {
  const isNegative = load<u8>(start) === 0x2d;
  const first = start + usize(isNegative);
  const digits = digitsAt(first);
  if (digits === 0 || (digits > 1 && load<u8>(first) === 0x30)) return 0;
  let at = first + digits;
  const byte = load<u8>(at);
  if (byte !== 0x2e && (byte | 0x20) !== 0x65 && digits <= exactDigits) {
    const whole = <f64>(digits <= 8 ? upToEightDigits(first, digits) : digitsToNumber(first, digits));
    numberValue = isNegative ? -whole : whole;
    return at;
  }
  if (byte === 0x2e) {
    const places = digitsAt(at + 1);
    const next = load<u8>(at + 1 + places);
    if (places > 0 && digits + places <= exactDigits && (next | 0x20) !== 0x65) {
      const power = load<f64>(powersOfTen + (places << 3));
      const value = <f64>digitsToNumber(first, digits) * power + <f64>digitsToNumber(at + 1, places);
      // Below 2⁵³ and 10²², both operands are exact, so the quotient is the nearest double (Clinger 1990).
      numberValue = isNegative ? -value / power : value / power;
      return at + 1 + places;
    }
  }
  return readLongNumber(start);
}

/** Reads a number with many digits or an exponent, which the host parses. */
function readLongNumber(start: usize): usize {
  let at = start;
  while (isNumberByte(load<u8>(at))) at++;
  numberValue = parseNumber(start, at - start);
  return isNaN(numberValue) ? 0 : at;
}

function isNumberByte(byte: u8): bool {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x2e ||
    byte === 0x45 ||
    byte === 0x65
  );
}
