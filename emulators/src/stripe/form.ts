import { invalid } from "./failure.js";

export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type Form = { [key: string]: FormValue };

/** Parses `a[b][0][c]=x` as Stripe does: indices make arrays, names make objects. */
export function readForm(text: string): Form {
  const root: Branch = new Map();
  for (const [name, value] of new URLSearchParams(text)) place(root, pathOf(name), value);
  return toObject(root);
}

type Branch = Map<string, Branch | string>;

function pathOf(name: string): string[] {
  const [, head = "", rest = ""] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? [];
  if (head === "") throw invalid(`Invalid parameter name: ${name}`, "parameter_unknown", name);
  return [head, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = ""]) => part)];
}

function place(branch: Branch, [head = "", ...rest]: string[], value: string): void {
  // `name[]` appends.
  const key = head === "" ? String(branch.size) : head;
  if (rest.length === 0) {
    branch.set(key, value);
    return;
  }
  const below = branch.get(key);
  const next: Branch = below instanceof Map ? below : new Map<string, Branch | string>();
  branch.set(key, next);
  place(next, rest, value);
}

function toValue(branch: Branch | string): FormValue {
  if (typeof branch === "string") return branch;
  const isList = [...branch.keys()].every((key, index) => key === String(index));
  return isList ? [...branch.values()].map(toValue) : toObject(branch);
}

// Without a prototype, so that no name has a special meaning.
const toObject = (branch: Branch): Form =>
  Object.assign(
    Object.create(null) as Form,
    Object.fromEntries([...branch].map(([key, value]) => [key, toValue(value)])),
  );
