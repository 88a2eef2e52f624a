import { expect, it } from "vitest";
import { pageQuerySchema, textSchema } from "./common.js";

const schema = textSchema(10);

it.each([
  ["trims", "  name ", "name"],
  ["keeps line breaks and tabs", "a\n\tb", "a\n\tb"],
  ["keeps whole surrogate pairs", "🪝", "🪝"],
])("%s", (_what, sent, kept) => expect(schema.parse(sent)).toBe(kept));

it.each([
  ["too long", "12345678901"],
  ["a control character", "a\u0007b"],
  ["an unpaired surrogate, which no database stores", "\ud800"],
])("refuses %s", (_what, sent) => expect(schema.safeParse(sent).success).toBe(false));

it("pages have 1 to 100 entries, 50 if nobody says how many", () => {
  expect(pageQuerySchema.parse({}).limit).toBe(50);
  for (const limit of ["1", "100"]) expect(pageQuerySchema.parse({ limit }).limit).toBe(Number(limit));
  for (const limit of ["0", "101", "1.5", "-1", "many"])
    expect(pageQuerySchema.safeParse({ limit }).success).toBe(false);
});
