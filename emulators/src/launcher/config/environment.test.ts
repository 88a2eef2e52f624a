import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { dotenv } from "./environment.js";

const { parseStrict } = createRequire(import.meta.url)("firebase-tools/lib/functions/env.js") as {
  parseStrict(text: string): Record<string, string>;
};

it("writes settings so that firebase-tools reads the same values", () => {
  const values = {
    APP_URL: "http://127.0.0.1:5000",
    STORAGE_SIGNING_KEY: JSON.stringify({ private_key: "-----BEGIN-----\nabc\n" }),
    MAIL_FROM: "Plumbline <reports@plumbline.dev>",
    EMPTY: "",
    HASHED: "a#b",
  };
  expect(parseStrict(dotenv(values))).toEqual(values);
});
