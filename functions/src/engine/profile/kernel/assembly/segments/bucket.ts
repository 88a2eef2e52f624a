import { bucketNumber } from "../host";
import { kindNumber } from "../kinds";

/** Limits of the buckets between 1 and 2: 2^(1/4), 2^(3/4). */
const secondBucket: f64 = 1.189207115002721;
const thirdBucket: f64 = 1.681792830507429;
/** The host decides about numbers closer to a limit than this, because its logarithm rounds. */
const tooClose: f64 = 1e-9;
/** Keeps −x out of the bucket of x. */
const negativeShift: i32 = 5;

/** Bucket of a value, from 0 to 15: four bits of its hash; for a number as in `engine/segments/value-bucket.ts`. */
export function bucketOf(kind: u32, hash: u64, number: f64): u32 {
  return kind === kindNumber ? numberBucket(number) : <u32>(hash >>> 60);
}

function numberBucket(value: f64): u32 {
  if (value === 0) return 0;
  const bits = reinterpret<u64>(value);
  const exponent = <i32>((bits >>> 52) & 0x7ff) - 1023;
  const fraction = reinterpret<f64>((bits & 0x000fffffffffffff) | 0x3ff0000000000000);
  if (exponent === -1023 || abs(fraction - secondBucket) < tooClose || abs(fraction - thirdBucket) < tooClose)
    return bucketNumber(value);
  const bin = exponent * 2 + i32(fraction > secondBucket) + i32(fraction > thirdBucket);
  return (bin + (value < 0 ? negativeShift : 0)) & 15;
}
