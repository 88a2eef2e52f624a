import { numberBin } from "../shares/value-traits.js";
import { isNullLikeBit, isVersionLikeBit } from "./text-traits.js";
import type { TallySpace } from "./tally-space.js";
import { formShift } from "./traits-of-values.js";
import { kindEmpty, kindNull, kindNumber, type ValueArena } from "./value-arena.js";

/** Far beyond the lowest bin, so that the note of a bin is never 0. */
const noteOfBin = 1 << 20;

/** Rows by what their value is: null kinds, type, form, bin. */
export class TraitSums {
  nulls = 0;
  empties = 0;
  filled = 0;
  nullLike = 0;
  numbers = 0;
  versionLike = 0;
  readonly bins = new Map<number, number>();
  /** Rows by number of the form. */
  private readonly formRows: number[] = [];

  constructor(private readonly space: TallySpace) {}

  /** Rows of a stored value. */
  add(ref: number, rows: number): void {
    const { arena, traits } = this.space;
    switch (arena.kind(ref)) {
      case kindNull:
        this.nulls += rows;
        break;
      case kindEmpty:
        this.empties += rows;
        break;
      case kindNumber:
        this.addBin(binOf(arena, ref), rows);
        break;
      default:
        this.addText(traits.of(arena, ref), rows);
    }
  }

  /** @param traits as `ValueTraits` tells them */
  addText(traits: number, rows: number): void {
    this.filled += rows;
    if ((traits & isNullLikeBit) !== 0) this.nullLike += rows;
    if ((traits & isVersionLikeBit) !== 0) this.versionLike += rows;
    this.addForm(traits >>> formShift, rows);
  }

  addNumber(value: number, rows: number): void {
    this.addBin(numberBin(value), rows);
  }

  private addBin(bin: number, rows: number): void {
    this.filled += rows;
    this.numbers += rows;
    this.addForm(this.space.traits.numberForm, rows);
    increase(this.bins, bin, rows);
  }

  private addForm(form: number, rows: number): void {
    while (this.formRows.length <= form) this.formRows.push(0);
    this.formRows[form]! += rows;
  }

  merge(other: TraitSums): void {
    this.nulls += other.nulls;
    this.empties += other.empties;
    this.filled += other.filled;
    this.nullLike += other.nullLike;
    this.numbers += other.numbers;
    this.versionLike += other.versionLike;
    for (const [bin, rows] of other.bins) increase(this.bins, bin, rows);
    for (const [form, rows] of other.formRows.entries()) this.addForm(form, rows);
  }

  /** Rows per form, most rows first, then by form. */
  forms(): (readonly [form: string, rows: number])[] {
    return this.formRows
      .map((rows, form) => [this.space.traits.formName(form), rows] as const)
      .filter(([, rows]) => rows > 0)
      .sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1));
  }
}

/** Bin of a stored number, worked out once. */
function binOf(arena: ValueArena, ref: number): number {
  const known = arena.note(ref);
  if (known !== 0) return known - noteOfBin;
  const bin = numberBin(arena.number(ref));
  arena.setNote(ref, bin + noteOfBin);
  return bin;
}

function increase(sums: Map<number, number>, key: number, by: number): void {
  sums.set(key, (sums.get(key) ?? 0) + by);
}
