import { expect, it } from "vitest";
import { textSchema } from "./common.js";

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
