/** Error messages by the reasons in `assembly/checks.ts`. */
const sentences: Readonly<Record<number, string>> = {
  1: "The kernel ran out of memory: WebAssembly allows 4 GB, and the process may have less.",
  2: "alloc or free was called with a size that does not exist: log₂ of the size must be from 6 to 31.",
  3: "A block of memory was freed twice, or with a size other than the one it was allocated with.",
  4: "A value was added before beginRow or beginHostRow said which event the row belongs to.",
  5: "A value was counted for a property index that makeSlots has made no room for.",
  6: "A hash table is full, so a search in it would never end: grow it before it is more than 7/8 full.",
  7: "A stored value has a kind that does not exist: its record was overwritten, or released while a tally still used it.",
  8: "A tally that counts exactly was asked for something that only a sketch has: check isSketch first.",
  10: "A dimension was set that does not exist: an event has dimensions 0, 1 and 2.",
  9: "An event number was used before addEvent added it.",
};

/** The kernel stopped, and its counts must not be used. */
export class KernelFailure extends Error {
  override readonly name = "KernelFailure";

  constructor(readonly reason: number) {
    super(sentences[reason] ?? `The kernel stopped for an unknown reason: ${reason}.`);
  }
}
