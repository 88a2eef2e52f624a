import { describe, expect, it } from "vitest";
import { once } from "./once.js";

describe("once", () => {
  it("makes one value, no matter how often it is called", async () => {
    let made = 0;
    const get = once(async () => ++made);
    expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
  });

  it("tries again after a failure", async () => {
    let tries = 0;
    const get = once(async () => {
      if (++tries === 1) throw new Error("not yet");
      return tries;
    });
    await expect(get()).rejects.toThrow("not yet");
    expect(await get()).toBe(2);
  });
});
