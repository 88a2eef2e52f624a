/**
 * Kinds of values, the same numbers as in `../kinds.ts`. The bytes of a text, list or object are its JSON text, for a
 * text without the quotes.
 */
export const kindNull: u32 = 1;
export const kindEmpty: u32 = 2;
export const kindTrue: u32 = 3;
export const kindFalse: u32 = 4;
export const kindNumber: u32 = 5;
/** A text of ASCII without escapes: its bytes are its characters and its JSON text. */
export const kindPlainText: u32 = 6;
/** Any other text, as the JSON text between its quotes. */
export const kindText: u32 = 7;
export const kindList: u32 = 8;
export const kindObject: u32 = 9;
/** A text that turned out to be null-like; used only while a row is counted. */
export const kindNullLike: u32 = 10;

/** Roles of the properties that the profiler itself needs. */
export const roleNone: u32 = 0;
export const roleTime: u32 = 1;
export const roleDistinctId: u32 = 2;
export const roleInsertId: u32 = 3;
export const roleProcessingTime: u32 = 4;
export const roleImport: u32 = 5;
