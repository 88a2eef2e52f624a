import { kindFalse, kindList, kindNumber, kindTrue } from "./kinds.js";
import type { Address } from "./kernel/kernel-exports.js";
import type { ProfileKernel } from "./kernel/profile-kernel.js";

/** A filled value with its rows, and where the kernel keeps it. */
export type CountedValue = { rows: number; kind: number; record: Address };

/** How a JSON text begins. */
export type TextHead = { text: string; isCut: boolean };

const headerBytes = 4;
const mostHeadBytes = 1024;
/** Characters that a cut may have damaged. */
const damagedEnd = 4;

/** Where the bytes of a value stand that is a text, list or object. */
export const textStart = (record: Address): Address => record + headerBytes;

/** Bytes of such a value. */
export const lengthOf = ({ memory }: ProfileKernel, record: Address): number =>
  memory.bytes.readUInt32LE(record) >>> 4;

/** JSON text of a value. */
export function textOf(kernel: ProfileKernel, value: CountedValue): string {
  const { kind, record } = value;
  if (kind === kindTrue) return "true";
  if (kind === kindFalse) return "false";
  if (kind === kindNumber) return String(kernel.memory.double(record + headerBytes));
  const text = kernel.memory.text(textStart(record), lengthOf(kernel, record));
  return kind >= kindList ? text : `"${text}"`;
}

/** The same of a long value without its end. */
export function headOf(kernel: ProfileKernel, value: CountedValue): TextHead {
  const { kind, record } = value;
  if (kind <= kindNumber || lengthOf(kernel, record) <= mostHeadBytes)
    return { text: textOf(kernel, value), isCut: false };
  const text = kernel.memory.text(textStart(record), mostHeadBytes).slice(0, -damagedEnd);
  return { text: kind >= kindList ? text : `"${text}`, isCut: true };
}
