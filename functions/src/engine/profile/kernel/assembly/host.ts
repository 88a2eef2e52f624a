/**
 * What the kernel asks of its host, TypeScript. All of it is rare, since the kernel remembers each answer. Texts are
 * passed as an address and a length in bytes. `kernel-host.ts` answers.
 */

/** The double that a JSON number stands for, at most the largest one; NaN when the bytes are no JSON number. */
export declare function parseNumber(start: usize, length: usize): f64;

/** Number of the event with this name, given as JSON text without its quotes; −1: the host must read this line. */
export declare function resolveEvent(start: usize, length: usize): i32;

/** Property index · 16 + role · 2 + whether it is counted, for a property name; −1: the host must read this line. */
export declare function resolveKey(event: u32, start: usize, length: usize): i32;

/**
 * Parses a JSON token and writes the normalized text of its value to the scratch memory (of a text, what is between the
 * quotes).
 * @returns length · 16 + kind; −1: the host must read this line
 */
export declare function normalizeToken(start: usize, length: usize): i32;

/** Trait of a value that is no number and no ordinary ASCII text; see `counts/traits.ts`. */
export declare function traitOfOddText(kind: u32, start: usize, length: u32): u32;

/** Bin of a number so close to the limit between two bins that only the host's logarithm can tell. */
export declare function binNumber(value: f64): i32;

/** Bucket of a number so close to the limit between two buckets that only the host's logarithm can tell. */
export declare function bucketNumber(value: f64): i32;

/** Throws an error that explains the reason, one of `checks.ts`. */
export declare function fail(reason: u32): void;
