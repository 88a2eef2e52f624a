const precision = 12;
export const registerCount = 1 << precision;
const maxRank = 32 + 1;

/**
 * Estimates how many distinct 64-bit hashes were added, in 4 KB. Standard error 1.04/√4096 = 1.6% at any size.
 * @see Flajolet et al. (2007), "HyperLogLog"; estimator without bias corrections:
 *   Ertl (2017), "New cardinality estimation algorithms for HyperLogLog sketches", algorithm 6
 */
export class HyperLogLog {
  readonly #registers: Uint8Array;

  /** @param registers state to continue from; `add` changes it */
  constructor(registers = new Uint8Array(registerCount)) {
    this.#registers = registers;
  }

  /** @param a, b the high and the low half of the hash */
  add(a: number, b: number): void {
    const register = a >>> (32 - precision);
    const rank = Math.clz32(b) + 1;
    if (rank > this.#registers[register]!) this.#registers[register] = rank;
  }

  estimate(): number {
    const counts = new Float64Array(maxRank + 1);
    for (const rank of this.#registers) counts[rank]!++;
    let z = registerCount * tau(1 - counts[maxRank]! / registerCount);
    for (let rank = maxRank - 1; rank >= 1; rank--) z = (z + counts[rank]!) / 2;
    z += registerCount * sigma(counts[0]! / registerCount);
    return Math.round((registerCount * registerCount) / (2 * Math.LN2 * z));
  }
}

function sigma(start: number): number {
  if (start === 1) return Infinity;
  let x = start;
  let y = 1;
  let z = x;
  for (let previous = -1; z !== previous;) {
    previous = z;
    x *= x;
    z += x * y;
    y += y;
  }
  return z;
}

function tau(start: number): number {
  if (start === 0 || start === 1) return 0;
  let x = start;
  let y = 1;
  let z = 1 - x;
  for (let previous = -1; z !== previous;) {
    previous = z;
    x = Math.sqrt(x);
    y /= 2;
    z -= (1 - x) ** 2 * y;
  }
  return z / 3;
}
