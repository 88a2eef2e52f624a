import { describe, expect, it } from "vitest";
import type { WorkspaceId } from "../contract/workspaces.js";
import { forEachTenantRecord, type TenantRecord, type TenantRecordPage } from "./tenant-records.js";

const records = (workspaceId: string, count: number): TenantRecord<number>[] =>
  Array.from({ length: count }, (_, record) => ({ workspaceId: workspaceId as WorkspaceId, record }));

async function* pagesOf(items: TenantRecord<number>[], size = 200): AsyncGenerator<TenantRecordPage<number>> {
  for (let from = 0; from < items.length; from += size)
    yield { items: items.slice(from, from + size), unreadable: [] };
}

/** The order in which records are processed, as "workspace record". */
async function order(items: TenantRecord<number>[], isOver: (worked: string[]) => boolean = () => false) {
  const worked: string[] = [];
  const result = await forEachTenantRecord(
    pagesOf(items),
    1,
    () => isOver(worked),
    async ({ workspaceId, record }) => {
      worked.push(`${workspaceId} ${record}`);
      if (workspaceId === "broken") throw new Error("no");
    },
    () => undefined,
  );
  return { worked, result };
}

describe("work for all tenants", () => {
  it("gives every workspace its share before any gets more, then takes turns", async () => {
    const { worked, result } = await order([...records("a", 1_000), ...records("b", 30), ...records("c", 2)]);
    expect(worked.length).toBe(1_032);
    expect(new Set(worked).size).toBe(1_032);
    expect(worked.indexOf("c 1")).toBe(23);
    expect(worked.slice(42, 46)).toEqual(["a 20", "b 20", "a 21", "b 21"]);
    expect(worked.at(-1)).toBe("a 999");
    expect(result).toEqual({ done: 1_032, failed: 0, unreadable: [] });
  });

  it("postpones a bounded number, and reaches another tenant behind any number of records", async () => {
    const { worked } = await order([...records("a", 12_000), ...records("b", 3)]);
    expect(worked.slice(20, 23)).toEqual(["b 0", "b 1", "b 2"]);
    expect(worked.length).toBe(20 + 3 + 5_000);
  });

  it("stops when the time is over, and counts only what was tried", async () => {
    const { worked, result } = await order(
      [...records("a", 100), ...records("broken", 5)],
      (done) => done.length >= 40,
    );
    expect(worked.length).toBe(40);
    expect(result).toMatchObject({ done: 35, failed: 5 });
  });
});
