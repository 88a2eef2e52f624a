import { invalid } from "../failure.js";
import type { FormValue } from "../form.js";
import type { World } from "../world.js";

/** The collection that an id belongs to, by its prefix. */
const collections = {
  cus: "customers",
  prod: "products",
  price: "prices",
  seti: "setupIntents",
  pm: "paymentMethods",
  sub: "subscriptions",
  in: "invoices",
} as const;

/**
 * A copy of the answer in which the requested references are expanded to objects, and fields that are only
 * shown on request are left out.
 */
export function expanded(world: World, answer: object, requested: FormValue | undefined): object {
  const paths = Array.isArray(requested) ? requested.map(String) : [];
  const copy = structuredClone(answer);
  for (const path of paths) expandPath(world, copy, path.split("."), path);
  if (!paths.includes("tiers") && !paths.includes("data.tiers")) hideTiers(copy);
  return copy;
}

function expandPath(world: World, value: unknown, [key, ...rest]: string[], path: string): void {
  if (key === undefined || typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) expandPath(world, item, [key, ...rest], path);
    return;
  }
  if (!(key in value)) throw invalid(`This property cannot be expanded (${path}).`, undefined, "expand");
  const fields = value as Record<string, unknown>;
  const reference = fields[key];
  if (typeof reference === "string") fields[key] = structuredClone(referencedObject(world, reference, path));
  expandPath(world, fields[key], rest, path);
}

function referencedObject(world: World, id: string, path: string): object {
  const prefix = id.slice(0, id.indexOf("_"));
  if (!(prefix in collections))
    throw invalid(`This property cannot be expanded (${path}).`, undefined, "expand");
  return world.get(collections[prefix as keyof typeof collections], id);
}

function hideTiers(value: object): void {
  if ("data" in value && Array.isArray(value.data)) value.data.forEach(hideTiers);
  if ("object" in value && value.object === "price" && "tiers" in value) delete value.tiers;
}
