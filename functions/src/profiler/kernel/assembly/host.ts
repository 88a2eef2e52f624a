/**
 * Functions of the host (TypeScript) that the kernel calls, implemented in `kernel-host.ts`. Calls are rare, since
 * the kernel remembers the answers. Texts are passed as an address and a length in bytes.
 */

/** Parses a JSON number, at most the largest double; NaN when the bytes are not a JSON number. */
export declare function parseNumber(start: usize, length: usize): f64;

/**
 * Number of the event with this name, given as JSON text without its quotes; −1 when the host must read this line.
 */
export declare function resolveEvent(start: usize, length: usize): i32;

/** Property index · 16 + role · 2 + 1 if it is counted, for a property name; −1 when the host must read this line. */
export declare function resolveKey(event: u32, start: usize, length: usize): i32;

/**
 * Parses a JSON token and writes the normalized text of its value, without the quotes of a text, to the scratch
 * memory.
 * @returns length · 16 + kind; −1 when the host must read this line
 */
export declare function normalizeToken(start: usize, length: usize): i32;

/** Trait of a value that is neither a number nor an ordinary ASCII text; see `counts/traits.ts`. */
export declare function traitOfOddText(kind: u32, start: usize, length: u32): u32;

/** Bin of a number that is so close to a limit between bins that only the host's logarithm can decide. */
export declare function binNumber(value: f64): i32;

/** Bucket of a number that is so close to a limit between buckets that only the host's logarithm can decide. */
export declare function bucketNumber(value: f64): i32;

/** Throws an error that explains the reason, one of `checks.ts`. */
export declare function fail(reason: u32): void;
