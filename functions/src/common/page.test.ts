import { describe, expect, it } from "vitest";
import { pageOf } from "../testing/memory/memory-page.js";
import { decodeCursor, encodeCursor } from "./page.js";

const position = { createdAt: "2026-11-18T12:00:00.000Z", id: "p_1-a" };

describe("a cursor", () => {
  it("decodes to its position", () => {
    expect(decodeCursor(encodeCursor(position))).toEqual(position);
  });

  it.each(["", "%%%", "bm9uc2Vuc2U", Buffer.from("2026-99-99T00:00:00Z|a").toString("base64url")])(
    "%s is not valid",
    (cursor) => {
      expect(() => decodeCursor(cursor)).toThrow("Unknown cursor");
    },
  );
});

describe("a page", () => {
  const records = (count: number) => Array.from({ length: count }, (_, i) => ({ ...position, id: `${i}` }));

  it("has a next cursor only if there is another record", () => {
    expect(pageOf(records(2), 2).nextCursor).toBeNull();
    const { items, nextCursor } = pageOf(records(3), 2);
    expect(items).toHaveLength(2);
    expect(decodeCursor(nextCursor!).id).toBe("1");
    expect(pageOf(records(0), 2)).toEqual({ items: [], nextCursor: null });
  });
});
