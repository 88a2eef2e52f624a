import { kindFalse, kindList, kindNumber, kindTrue } from "../kinds.js";
import type { Address } from "../kernel-exports.js";
import type { ProfileKernel } from "../profile-kernel.js";

/** A counted value: its rows, its kind, and the address of its record in the kernel. */
export type CountedValue = { rows: number; kind: number; record: Address };

/** Words of a value in the list of `listValues`: hash (two), rows, kind, trait, record. */
export const valueWords = 6;

/** A JSON text, or only its beginning if `isCut`. */
export type TextHead = { text: string; isCut: boolean };

const headerBytes = 4;
const nullLikeFlag = 1 << 31;
const maxHeadBytes = 1024;
/** Characters at the end that cutting the bytes may have damaged. */
const damagedEnd = 4;

/** Address of the bytes of a text, list or object. */
export const textStart = (record: Address): Address => record + headerBytes;

/** Number of those bytes. */
export const lengthOf = ({ memory }: ProfileKernel, record: Address): number =>
  (memory.bytes.readUInt32LE(record) & ~nullLikeFlag) >>> 4;

/** JSON text of a value. */
export function textOf(kernel: ProfileKernel, value: CountedValue): string {
  const { kind, record } = value;
  if (kind === kindTrue) return "true";
  if (kind === kindFalse) return "false";
  if (kind === kindNumber) return String(kernel.memory.double(record + headerBytes));
  const text = kernel.memory.text(textStart(record), lengthOf(kernel, record));
  return kind >= kindList ? text : `"${text}"`;
}

/** JSON text of a value; for a long one only the beginning. */
export function headOf(kernel: ProfileKernel, value: CountedValue): TextHead {
  const { kind, record } = value;
  if (kind <= kindNumber || lengthOf(kernel, record) <= maxHeadBytes)
    return { text: textOf(kernel, value), isCut: false };
  const text = kernel.memory.text(textStart(record), maxHeadBytes).slice(0, -damagedEnd);
  return { text: kind >= kindList ? text : `"${text}`, isCut: true };
}
