const bitCount = 1 << 13;
/** After this many values the bits are cleared: a quarter of them set keeps mistakes rare. */
const periodValues = 2048;

/**
 * Lets a value in when it comes a second time: a bitmap remembers which ones came, until it is cleared. It may
 * let one in too early, never a second time too late: a value waits once a period at most.
 * @see Einziger, Friedman & Manes (2017), "TinyLFU: A Highly Efficient Cache Admission Policy", section 3.4.2
 */
export class Doorkeeper {
  private readonly bits = new Int32Array(bitCount / 32);
  private waiting = 0;
  /** Times that any one value may have had to wait. */
  waits = 1;

  admits(hash: number): boolean {
    const word = (hash >>> 5) & (bitCount / 32 - 1);
    const bit = 1 << (hash & 31);
    if ((this.bits[word]! & bit) !== 0) return true;
    this.bits[word]! |= bit;
    if (++this.waiting === periodValues) {
      this.bits.fill(0);
      this.waiting = 0;
      this.waits++;
    }
    return false;
  }
}
