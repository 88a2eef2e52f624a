/** Kinds of values, the same numbers as in `assembly/kinds.ts`. */
export const kindNull = 1;
export const kindEmpty = 2;
export const kindTrue = 3;
export const kindFalse = 4;
export const kindNumber = 5;
/** A text of ASCII without escapes: its bytes are its characters and its JSON text. */
export const kindPlainText = 6;
/** Any other text, as the JSON text between its quotes. */
export const kindText = 7;
export const kindList = 8;
export const kindObject = 9;

/** Roles of the properties that the profiler itself needs, the same numbers as in `assembly/kinds.ts`. */
export const roleNone = 0;
export const roleTime = 1;
const roles = new Map([
  ["time", roleTime],
  ["distinct_id", 2],
  ["$insert_id", 3],
  ["mp_processing_time_ms", 4],
  ["$import", 5],
]);

export const roleOf = (property: string): number => roles.get(property) ?? roleNone;
