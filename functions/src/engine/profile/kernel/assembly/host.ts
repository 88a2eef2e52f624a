/**
 * What the kernel asks of its host: rare things, each remembered here afterwards. Texts are handed over as where they
 * stand and how long they are.
 */

/** The double that a JSON number spells, at most the largest one; NaN when it is none. */
export declare function parseNumber(start: usize, length: usize): f64;

/** Number of the event that a JSON text (between its quotes) names; −1 leaves the line to the host. */
export declare function nameEvent(start: usize, length: usize): i32;

/** Slot · 16 + role · 2 + whether it is judged, of the key that a JSON text names; −1 leaves the line to the host. */
export declare function nameKey(event: u32, start: usize, length: usize): i32;

/**
 * Parses a JSON token and writes the text that stands for its value to the scratch memory (of a text, what is between
 * the quotes).
 * @returns length · 16 + kind; −1 leaves the line to the host
 */
export declare function spellValue(start: usize, length: usize): i32;

/** Trait code of a value that is no number, by its kind and text; see `traits.ts`. */
export declare function describeValue(kind: u32, start: usize, length: usize): u32;

/** Bin of a number that stands close to the limit between two. */
export declare function binNumber(value: f64): i32;
