import type { z } from "zod";
import { fieldsOf } from "./fields";

/**
 * Fills in what an answer leaves out: null where the schema allows it, the schema's default where it has one, else an
 * empty text, 0, false, an empty list, or an object of these.
 */
export function fillIn(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "nullable":
      return value === undefined || value === null ? null : fillIn(def.innerType, value);
    case "default":
      return value === undefined ? value : fillIn(def.innerType, value);
    case "object": {
      const fields = fieldsOf(value);
      const filled = Object.entries(def.shape).map(([key, field]) => [key, fillIn(field, fields[key])]);
      return { ...fields, ...Object.fromEntries(filled) };
    }
    case "array":
      return Array.isArray(value) ? value.map((item) => fillIn(def.element, item)) : (value ?? []);
    case "string":
      return value ?? "";
    case "number":
      return value ?? 0;
    case "boolean":
      return value ?? false;
    default:
      return value;
  }
}
