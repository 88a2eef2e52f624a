import { bucketNumber } from "../host";
import { kindNumber } from "../kinds";

/** Fractions (52 bits of a double) of the limits of the buckets between 1 and 2: 2^(1/4), 2^(3/4). */
const secondBucket: u64 = 0x306fe0a31b715;
const thirdBucket: u64 = 0xae89f995ad3ad;
const fractionBits: u64 = (1 << 52) - 1;
/** The host decides about numbers whose fraction is closer to a limit than this (10⁻⁹), because its logarithm rounds. */
const tooClose: u64 = 1 << 22;
/** Keeps −x out of the bucket of x. */
const negativeShift: i32 = 5;

/** Bucket of a value, from 0 to 15: four bits of its hash; for a number as in `engine/segments/value-bucket.ts`. */
export function bucketOf(kind: u32, hash: u64, number: f64): u32 {
  return kind === kindNumber ? numberBucket(number) : textBucket(hash);
}

/** Bucket of a value that is not a number. */
export function textBucket(hash: u64): u32 {
  return <u32>(hash >>> 60);
}

/** Bucket of a number. */
export function numberBucket(value: f64): u32 {
  if (value === 0) return 0;
  const bits = reinterpret<u64>(value);
  const exponent = <i32>((bits >>> 52) & 0x7ff) - 1023;
  const fraction = bits & fractionBits;
  if (
    exponent === -1023 ||
    fraction - secondBucket + tooClose < tooClose << 1 ||
    fraction - thirdBucket + tooClose < tooClose << 1
  )
    return bucketNumber(value);
  const bin = exponent * 2 + i32(fraction > secondBucket) + i32(fraction > thirdBucket);
  return (bin + (value < 0 ? negativeShift : 0)) & 15;
}
