import { describe, expect, it } from "vitest";
import { aesSecretBox } from "./aes-secret-box.js";

const key = (fill: number) => Buffer.alloc(32, fill).toString("base64");
const box = aesSecretBox({ current: "k1", keys: { k1: key(1) } });

describe("a sealed secret", () => {
  it("opens for its owner, and is never the same bytes twice", () => {
    const sealed = box.seal("pässword", "users/a/connections/1");
    expect(box.open(sealed, "users/a/connections/1")).toBe("pässword");
    expect(box.seal("pässword", "users/a/connections/1").data).not.toBe(sealed.data);
  });

  it("does not open for another owner", () => {
    const sealed = box.seal("secret", "users/a/connections/1");
    expect(() => box.open(sealed, "users/b/connections/1")).toThrow();
  });

  it.each(["iv", "tag", "data"] as const)("does not open with a changed %s", (part) => {
    const sealed = box.seal("secret", "context");
    const changed = Buffer.from(sealed[part], "base64");
    changed[0]! ^= 1;
    expect(() => box.open({ ...sealed, [part]: changed.toString("base64") }, "context")).toThrow();
  });

  it("does not open with a shortened tag", () => {
    const sealed = box.seal("secret", "context");
    const tag = Buffer.from(sealed.tag, "base64").subarray(0, 4).toString("base64");
    expect(() => box.open({ ...sealed, tag }, "context")).toThrow();
  });

  it("opens after a key rotation, as long as its key is kept", () => {
    const sealed = box.seal("secret", "context");
    const rotated = aesSecretBox({ current: "k2", keys: { k1: key(1), k2: key(2) } });
    expect(rotated.open(sealed, "context")).toBe("secret");
    expect(rotated.seal("secret", "context").keyId).toBe("k2");
    const without = aesSecretBox({ current: "k2", keys: { k2: key(2) } });
    expect(() => without.open(sealed, "context")).toThrow("k1");
  });
});
