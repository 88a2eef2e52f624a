/** What a value is. Texts and nested values have bytes: what stands between the quotes, or the JSON text. */
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

/** What the profiler itself needs a property for. */
export const roleNone: u32 = 0;
export const roleTime: u32 = 1;
export const roleDistinctId: u32 = 2;
export const roleInsertId: u32 = 3;
export const roleProcessingTime: u32 = 4;
export const roleImport: u32 = 5;
