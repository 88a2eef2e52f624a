import type { Day } from "../../common/days.js";
import type { NameKind } from "../../contract/names/notice.js";

/** Names that change by themselves: with an address, an id, a date or a number in them, or a new one every few days. */
export type NameFamily = { kind: NameKind; pattern: string };

/** Email addresses, phone numbers as people write them, and secrets that can be told by how they begin. */
const personal = [
  /[^\s/:;,_]+@[^\s/:;,]+\.\p{L}{2,}/gu,
  /(?<!\d)(?:\+\d[\d\s().-]{6,20}\d|0\d(?:[ .-]\d{2}){4}|\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4})(?!\d)/g,
  /(?<![a-z\d])(?:sk|pk|rk|whsec|ghp|gho|ghs|github_pat|glpat|xox[abprs])[_-](?=[\w-]*\d)[\w-]{12,}|AKIA[A-Z\d]{16}|AIza[\w-]{30}/g,
  /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
];
const uuid = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi;
const month = /(?<![a-z])(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}(?=[-_ ]?\d)/gi;
const hexId = /(?<![a-z0-9])(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{6,}(?![a-z0-9])/gi;
const longNumber = /\d{4,}/;

/** Replaces what is personal or secret, which must not be stored or shown. */
export const withoutPersonal = (name: string): string =>
  personal.reduce((text, pattern) => text.replace(pattern, "*"), name);

/** The name with `*` in place of everything that changes by itself; the name itself if nothing does. */
export const shapeOf = (name: string): string =>
  withoutPersonal(name)
    .replace(uuid, "*")
    .replace(hexId, "*")
    .replace(month, "*")
    .replace(/\d+/g, "*")
    .replace(/\*(?:[-_.:/ ]?\*)+/g, "*");

/** The first word with its separator and `*`; null for a name of one word. */
function prefixOf(name: string): string | null {
  const match = /^(\p{L}[\p{L}\p{N}]*[-_.:/ ])./u.exec(name);
  return match && `${match[1]}*`;
}

/** A name that appeared, or was there before (`firstDay` null). */
export type DatedName = { kind: NameKind; name: string; firstDay: Day | null };

type NamesOfDay = { names: number; numbered: number };
type Prefix = { count: number; days: Map<Day, NamesOfDay> };

/** So many names with the same shape are a family; fewer, if the numbers look like dates or ids. */
const fewestOfShape = 4;
const fewestWithId = 2;
/** So many names with the same first word are a family if they came on several days and most of them recently. */
const fewestOfPrefix = 8;
const fewestDays = 3;
/** So many names with the same first word on one day come from code; those with numbers count twice. */
const fewestAtOnce = 10;

/**
 * The families that names form. A name belongs to at most one: that of its first word before that of its shape.
 * @param known families found earlier, which any new member joins
 * @returns the pattern of each name that belongs to a family
 */
export function findFamilies(
  names: readonly DatedName[],
  known: readonly NameFamily[],
): (name: Pick<DatedName, "kind" | "name">) => string | null {
  const families = new Set(known.map(({ kind, pattern }) => keyOf(kind, pattern)));
  const shapes = new Map<string, { count: number; hasId: boolean }>();
  const prefixes = new Map<string, Prefix>();
  for (const { kind, name, firstDay } of names) {
    const shape = shapeOf(name);
    if (shape !== name) {
      const key = keyOf(kind, shape);
      const found = shapes.get(key) ?? { count: 0, hasId: true };
      found.count++;
      found.hasId &&= longNumber.test(name) || shape.replace(/\*/g, "").length + 6 <= name.length;
      shapes.set(key, found);
    }
    const prefix = prefixOf(name);
    if (prefix !== null) {
      const key = keyOf(kind, prefix);
      const found = prefixes.get(key) ?? { count: 0, days: new Map<Day, NamesOfDay>() };
      found.count++;
      if (firstDay !== null) {
        const onDay = found.days.get(firstDay) ?? { names: 0, numbered: 0 };
        onDay.names++;
        if (shape !== name) onDay.numbered++;
        found.days.set(firstDay, onDay);
      }
      prefixes.set(key, found);
    }
  }
  for (const [key, { count, hasId }] of shapes)
    if (count >= (hasId ? fewestWithId : fewestOfShape)) families.add(key);
  for (const [key, { count, days }] of prefixes) {
    const perDay = [...days.values()];
    const recent = perDay.reduce((sum, one) => sum + one.names, 0);
    const isChurning = recent >= fewestOfPrefix && recent * 2 >= count && days.size >= fewestDays;
    const isFromCode = perDay.some(({ names: all, numbered }) => all + numbered >= fewestAtOnce);
    if (isChurning || isFromCode) families.add(key);
  }
  return ({ kind, name }) => {
    if (withoutPersonal(name) !== name) return shapeOf(name);
    const prefix = prefixOf(name);
    if (prefix !== null && families.has(keyOf(kind, prefix))) return prefix;
    const shape = shapeOf(name);
    return shape !== name && families.has(keyOf(kind, shape)) ? shape : null;
  };
}

const keyOf = (kind: NameKind, pattern: string): string => `${kind} ${pattern}`;
