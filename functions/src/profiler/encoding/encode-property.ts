import {
  personalKinds,
  type PersonalRows,
  type PropertyDay,
  type ValueCount,
} from "../../aggregates/model.js";
import { type ByteReader, times } from "./byte-reader.js";
import type { ByteWriter } from "./byte-writer.js";
import type { TableReader, TableWriter } from "./value-table.js";

/** Writes a property's aggregates. `rows` and `otherRows` follow from the rest and are not written. */
export function writeProperty(out: ByteWriter, day: PropertyDay, table: TableWriter): void {
  const filled = day.rows - day.absent - day.nulls - day.empties;
  for (const count of [day.absent, day.nulls, day.empties, filled, day.nullLike, day.numbers])
    out.uint(count);
  for (const count of [day.versionLike, day.distinct, day.values.length]) out.uint(count);
  for (const { hash, rows, name } of day.values) {
    out.uint(table.valueReference(hash, name));
    out.uint(rows);
  }
  out.uint(day.bins.length);
  let last = 0;
  for (const [bin, rows] of day.bins) {
    out.int(bin - last);
    out.uint(rows);
    last = bin;
  }
  const forms = [...day.forms, ...personalForms(day.personal)];
  out.uint(forms.length);
  for (const [form, rows] of forms) {
    out.uint(table.nameNumber(form));
    out.uint(rows);
  }
}

/** Reads the output of `writeProperty`. Values are decoded only on access, since they are most of the data. */
export function readProperty(source: ByteReader, table: TableReader): PropertyDay {
  const [absent, nulls, empties, filled] = [source.uint(), source.uint(), source.uint(), source.uint()];
  const [nullLike, numbers, versionLike] = [source.uint(), source.uint(), source.uint()];
  const distinct = source.uint();
  const valuesAt = source.at;
  let otherRows = filled;
  for (let left = source.uint(); left > 0; left--) {
    source.skipUint();
    otherRows -= source.uint();
  }
  let bin = 0;
  const bins = times(source.uint(), () => {
    bin += source.int();
    return [bin, source.uint()] as const;
  });
  const listed = times(source.uint(), () => [table.name(source.uint()), source.uint()] as const);
  const forms = listed.filter(([form]) => !form.startsWith(personalMark));
  const personal = Object.fromEntries(
    listed
      .filter(([form]) => form.startsWith(personalMark))
      .map(([form, rows]) => [form.slice(personalMark.length), rows]),
  ) as PersonalRows;
  let values: ValueCount[] | null = null;
  return {
    rows: absent + nulls + empties + filled,
    absent,
    nulls,
    empties,
    nullLike,
    numbers,
    versionLike,
    distinct,
    get values() {
      return (values ??= readValues(source.from(valuesAt), table));
    },
    otherRows,
    bins,
    forms,
    ...(forms.length < listed.length && { personal }),
  };
}

/** No form begins with it, so that personal rows can be written among them. */
const personalMark = "p:";

const personalForms = (personal: PersonalRows = {}): [form: string, rows: number][] =>
  personalKinds.flatMap((kind) => (personal[kind] ? [[`${personalMark}${kind}`, personal[kind]]] : []));

const readValues = (source: ByteReader, table: TableReader): ValueCount[] =>
  times(source.uint(), (): ValueCount => {
    const reference = source.uint();
    const rows = source.uint();
    const number = Math.floor(reference / 2);
    return { hash: table.hash(number), rows, name: reference % 2 === 1 ? table.valueName(number) : null };
  });
