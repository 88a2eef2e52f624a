import { expect, it } from "vitest";
import { setupInputSchema } from "../../../../functions/src/contract/setups.js";
import { demoSetups } from "./demo-setups.js";

it.each(demoSetups)("has a setup the API accepts: $name", (setup) => {
  const parsed = setupInputSchema.safeParse({ ...setup, connectionId: "c1" });
  expect(parsed.error?.issues ?? []).toEqual([]);
});
