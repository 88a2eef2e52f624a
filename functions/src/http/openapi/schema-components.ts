import { z } from "zod";
import { groupBy } from "../../common/group-by.js";
import { propertyDescriptions } from "./property-descriptions.js";
import { schemaNames } from "./schema-names.js";

type Io = "input" | "output";
type Json = { [key: string]: unknown };
type ObjectSchema = {
  properties: Record<string, Json & { description?: string }>;
  required: readonly string[];
};

/** Collects the named schemas that operations refer to. A schema's input and output may differ by defaults. */
export class SchemaComponents {
  /** Placeholder that `resolve` replaces with the schemas. */
  readonly placeholder: Json = {};
  readonly #defs: Record<Io, Map<string, Json>> = { input: new Map(), output: new Map() };

  /** Returns a reference for a named schema, otherwise the schema itself. */
  ref(schema: z.ZodType, io: Io): Json {
    return this.#convert(schema, io, io === "input" ? "body" : "answer");
  }

  /** Returns the properties of path or query parameters, with their descriptions. */
  parameters(schema: z.ZodType): ObjectSchema {
    const { properties = {}, required = [] } = this.#convert(
      schema,
      "input",
      "query",
    ) as Partial<ObjectSchema>;
    return { properties, required };
  }

  /** Returns the document with its schemas. Where input and output of a schema differ, the input's name ends in `Input`. */
  resolve(document: Json): Json {
    const { input, output } = this.#defs;
    const different = new Set([...input.keys()].filter((name) => this.#differs(name)));
    for (let before = -1; before !== different.size;) {
      before = different.size;
      for (const [name, schema] of input) {
        const uses = [...JSON.stringify(schema).matchAll(/"in:(\w+)"/g)].map(([, used]) => used!);
        if (output.has(name) && uses.some((used) => different.has(used))) different.add(name);
      }
    }
    const nameOf = (ref: string): string => {
      const [io, name] = ref.split(":") as ["in" | "out", string];
      return io === "in" && different.has(name) && !name.endsWith("Input") ? `${name}Input` : name;
    };
    const schemas = Object.fromEntries(
      [
        ...[...output].map(([name, schema]) => [name, schema] as const),
        ...[...input].map(([name, schema]) => [nameOf(`in:${name}`), schema] as const),
      ].sort(([a], [b]) => a.localeCompare(b)),
    );
    const resolved = JSON.stringify(document, (_key, value: unknown) =>
      value === this.placeholder ? schemas : value,
    ).replace(
      /"\$ref":"((?:in|out):\w+)"/g,
      (_, ref: string) => `"$ref":"#/components/schemas/${nameOf(ref)}"`,
    );
    return JSON.parse(resolved) as Json;
  }

  #differs(name: string): boolean {
    const output = this.#defs.output.get(name);
    const plain = (schema: Json | undefined) => JSON.stringify(schema).replace(/"(?:in|out):/g, '"');
    return output !== undefined && plain(output) !== plain(this.#defs.input.get(name));
  }

  #convert(schema: z.ZodType, io: Io, owner: string): Json {
    // Zod turns a named schema into a reference only inside an object, not at the root.
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ root: schema }), {
      io,
      metadata: schemaNames,
      unrepresentable: "any",
    }) as unknown as { properties: { root: Json }; $defs?: Record<string, Json> };
    for (const [name, definition] of Object.entries($defs))
      this.#defs[io].set(name, tidy(definition, io, name) as Json);
    return tidy(properties.root, io, owner) as Json;
  }
}

/** Adds descriptions, rewrites references to `in:Name` or `out:Name`, and drops what doesn't help a reader. */
function tidy(value: unknown, io: Io, owner: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => tidy(entry, io, owner));
  if (typeof value !== "object" || value === null) return value;
  const result: Json = {};
  for (const [key, entry] of Object.entries(value as Json)) {
    if (key === "$ref") result[key] = (entry as string).replace("#/$defs/", io === "input" ? "in:" : "out:");
    else if (key === "properties") result[key] = describeProperties(entry as Record<string, Json>, io, owner);
    else if (key === "oneOf") result[key] = sharedByConstants(tidy(entry, io, owner) as Json[]);
    else if (key === "enum" || key === "default" || key === "const" || key === "required")
      result[key] = entry;
    else if (!isNoise(key, entry, value as Json, io)) result[key] = tidy(entry, io, owner);
  }
  return result;
}

/** Options that differ in a constant alone, such as kinds with the same fields, become one with all of their constants. */
function sharedByConstants(options: readonly Json[]): Json[] {
  const constant = /"const":("\w+")/;
  const textOf = (option: Json): string => JSON.stringify(option);
  return [...groupBy(options, (option) => textOf(option).replace(constant, `"const":null`))].map(
    ([text, group]) => {
      if (group.length === 1) return group[0]!;
      const all = group.map((option) => constant.exec(textOf(option))![1]);
      return JSON.parse(text.replace('"const":null', `"type":"string","enum":[${all.join()}]`)) as Json;
    },
  );
}

const describeProperties = (properties: Record<string, Json>, io: Io, owner: string) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const description = propertyDescriptions[`${owner}.${name}`] ?? propertyDescriptions[name];
      return [name, { ...(tidy(property, io, owner) as Json), ...(description ? { description } : {}) }];
    }),
  );

function isNoise(key: string, entry: unknown, { format, const: constant }: Json, io: Io): boolean {
  if (key === "type") return constant !== undefined;
  // Zod repeats the schema's name as its id.
  if (key === "id" && typeof entry === "string") return true;
  // Responses may get new fields at any time.
  if (key === "additionalProperties" && entry === false) return io === "output";
  if (key === "propertyNames") return true;
  if (key === "pattern") return format !== undefined;
  return (key === "maximum" || key === "minimum") && Math.abs(entry as number) === Number.MAX_SAFE_INTEGER;
}
