import { expect, it } from "vitest";
import { countRequests } from "./count-requests.js";

it("lets a request go on whose count is held up, and counts it once it can", async () => {
  let free = () => {};
  const held = new Promise<void>((resolve) => (free = resolve));
  let blocks = 0;
  const count = countRequests({
    use: () => {
      blocks++;
      return held;
    },
    giveBack: () => Promise.resolve(),
  });
  await count("ada");
  await Promise.all([count("ada"), count("ada")]);
  expect(blocks).toBe(1);
  free();
  await held;
  await count("ada");
  expect(blocks).toBe(1);
});

it("refuses what the budget refuses", async () => {
  const refusal = new Error("rate-limited");
  const count = countRequests({ use: () => Promise.reject(refusal), giveBack: () => Promise.resolve() });
  await expect(count("ada")).rejects.toBe(refusal);
});
