/** A stream of uniform numbers in [0, 1). The same key yields the same stream on every machine. */
export type Random = () => number;

export function randomFrom(key: string): Random {
  let state = hashOf(key);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    return scramble(state) / 0x1_0000_0000;
  };
}

/** One uniform number in [0, 1) for a key. */
export const uniform = (key: string): number => hashOf(key) / 0x1_0000_0000;

/**
 * Triangular noise in (−width, width). It is bounded so that a healthy event never looks broken by chance.
 */
export const boundedNoise = (key: string, width: number): number =>
  width * (uniform(`${key}/a`) - uniform(`${key}/b`));

/** Standard normal (Box–Muller). */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** 32-bit FNV-1a of the UTF-16 code units, scrambled so that similar keys give unrelated hashes. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return scramble(hash);
}

/** Finalizer of MurmurHash3 (32 bits). */
function scramble(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
