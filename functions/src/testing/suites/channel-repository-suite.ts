import { beforeEach, describe, expect, it } from "vitest";
import type { AuditEntry, WorkspaceId } from "../../contract/workspaces.js";
import type { ChannelRecord, DeliveryRecord } from "../../features/channels/channel-record.js";
import type { ChannelRepository } from "../../features/channels/channel-repository.js";
import type { IncidentRepository } from "../../features/incidents/incident-repository.js";
import { routeBody } from "../foreign-calls.js";
import { newWorkspaceId } from "../tenants.js";
import { incidentRecord } from "./repository-suite.js";

const at = (minute: number) => `2026-11-18T12:${String(minute).padStart(2, "0")}:00.000Z`;

const channel = (id: string, change: Partial<ChannelRecord> = {}): ChannelRecord => ({
  id,
  kind: "webhook",
  name: id,
  target: "hooks.example.com",
  settings: {},
  createdAt: at(0),
  isOn: true,
  addresses: [],
  failingSince: null,
  lastAnswer: null,
  secretEnv: null,
  revision: 1,
  fileRevision: null,
  secret: { keyId: "k", iv: "aXY=", tag: "dGFn", data: "ZGF0YQ==" },
  failureReportedFor: null,
  lastAudit: null,
  ...change,
});
const delivery = (id: string, channelId: string, change: Partial<DeliveryRecord> = {}): DeliveryRecord => ({
  id,
  createdAt: at(0),
  channelId,
  kind: "run",
  digestDays: null,
  about: "Demo Shop",
  runId: "r1",
  uid: null,
  path: "/reports/r1",
  changes: [],
  names: [],
  unchecked: [],
  activity: [],
  audit: [],
  text: null,
  problemKey: null,
  status: "waiting",
  attempts: 0,
  answer: null,
  answeredAt: null,
  dueAt: at(0),
  firstDueAt: at(0),
  claimedUntil: null,
  nextSweepAt: at(7),
  receipts: {},
  ...change,
});
let entries = 0;
const entry = (): AuditEntry => ({
  id: `channel-entry-${entries++}`,
  createdAt: at(0),
  action: "channel.created",
  via: "web",
  actor: { uid: "x", email: "x@b.c" },
  target: "",
  ip: null,
});

type Repositories = { channels: ChannelRepository; incidents: IncidentRepository };

/** Tests every ChannelRepository: always in memory, and against Firestore with the emulator. */
export function describeChannelRepository(name: string, make: () => Promise<Repositories>): void {
  describe(`channels in ${name}`, () => {
    let r: Repositories;
    let mine: WorkspaceId;
    let other: WorkspaceId;
    beforeEach(async () => {
      r = await make();
      [mine, other] = [newWorkspaceId(), newWorkspaceId()];
    });

    it("are listed oldest first, changed, and deleted with their routes and threads", async () => {
      const { channels } = r;
      await channels.create(mine, channel("late", { createdAt: at(2) }), entry());
      await channels.create(mine, channel("early"), entry());
      expect((await channels.list(mine)).map(({ id }) => id)).toEqual(["early", "late"]);
      expect(await channels.list(other)).toEqual([]);
      const changed = { ...channel("early"), failingSince: at(1) };
      expect(await channels.change(mine, "early", () => changed)).toEqual(changed);
      expect(await channels.find(mine, "early")).toEqual(changed);
      expect(await channels.change(mine, "gone", (before) => before)).toBeNull();

      const taken = { code: "id-taken" };
      await expect(channels.create(mine, channel("early"), entry())).rejects.toMatchObject(taken);

      const edits = { revision: 1, fileRevision: null };
      const route = { ...routeBody("early"), id: "r1", createdAt: at(0), ...edits };
      await channels.createRoute(mine, route, entry());
      await expect(channels.createRoute(mine, route, entry())).rejects.toMatchObject(taken);
      const quiet = { ...route, quietHours: { from: 22, to: 7 } };
      expect(await channels.updateRoute(mine, "r1", () => quiet, entry())).toEqual(quiet);
      expect(await channels.routes(mine)).toEqual([quiet]);
      const foreign = channels.createRoute(other, { ...route, id: "r2" }, entry());
      await expect(foreign).rejects.toMatchObject({ code: "not-found" });
      const thread = {
        id: "i1",
        createdAt: at(0),
        deliveryId: "d",
        place: "C",
        ref: "1.1",
        note: null,
      };
      await channels.saveThread(mine, "early", thread);
      expect(await channels.thread(mine, "early", "i1")).toEqual(thread);
      await channels.delete(mine, "early", entry);
      expect(await channels.routes(mine)).toEqual([]);
      expect(await channels.thread(mine, "early", "i1")).toBeNull();
      await expect(channels.delete(mine, "early", entry)).rejects.toMatchObject({ code: "not-found" });
      await expect(channels.deleteRoute(mine, "r1", entry)).rejects.toMatchObject({ code: "not-found" });
    });

    it("are found by their encryption key", async () => {
      await r.channels.create(mine, channel("c1"), entry());
      await r.channels.create(mine, channel("list", { secret: null }), entry());
      const sealed = async (keyId: string) =>
        (await r.channels.sealedWithOtherKeys(keyId, 100))
          .filter(({ workspaceId }) => workspaceId === mine)
          .map(({ record }) => record.id);
      expect(await sealed("k")).toEqual([]);
      expect(await sealed("next")).toEqual(["c1"]);
    });

    it("are found by kind in all workspaces", async () => {
      await r.channels.create(mine, channel("c1", { kind: "audit_webhook" }), entry());
      await r.channels.create(other, channel("c2", { kind: "audit_webhook" }), entry());
      await r.channels.create(mine, channel("c3"), entry());
      const found: string[] = [];
      for await (const { items } of r.channels.ofKind("audit_webhook", 1))
        for (const { workspaceId, record } of items)
          if ([mine, other].includes(workspaceId)) found.push(`${workspaceId} ${record.id}`);
      expect(found.sort()).toEqual([`${mine} c1`, `${other} c2`].sort());
    });

    it("have an outbox with waiting, due and old messages", async () => {
      const { channels } = r;
      const put = (record: DeliveryRecord) => channels.changeDelivery(mine, record.id, () => record);
      await put(delivery("d2", "c1", { createdAt: at(2) }));
      await put(delivery("d1", "c1", { createdAt: at(1), receipts: { main: "C1 1.1" } }));
      await put(delivery("d3", "c2", { createdAt: at(3), status: "delivered", nextSweepAt: null }));
      expect(await channels.findDelivery(mine, "d1")).toMatchObject({ receipts: { main: "C1 1.1" } });
      expect(await channels.findDelivery(other, "d1")).toBeNull();
      expect((await channels.waiting(mine, "c1", 1)).map(({ id }) => id)).toEqual(["d1"]);
      expect(await channels.waiting(mine, "c2", 1)).toEqual([]);
      const dueIds = async (now: string, limit: number) =>
        (await channels.due(mine, now, limit)).map(({ id }) => id);
      await put(delivery("d2", "c1", { createdAt: at(2), dueAt: at(1), nextSweepAt: at(7) }));
      expect([await dueIds(at(0), 5), await dueIds(at(1), 5), await dueIds(at(1), 1)]).toEqual([
        ["d1"],
        ["d1", "d2"],
        ["d1"],
      ]);
      expect(await channels.due(other, at(9), 5)).toEqual([]);
      const page = async (channelId?: string) =>
        (await channels.deliveries(mine, { channelId }, { limit: 10 })).items.map(({ id }) => id);
      expect(await page()).toEqual(["d3", "d2", "d1"]);
      expect(await page("c1")).toEqual(["d2", "d1"]);
      const due = async (now: string) => {
        let count = 0;
        for await (const { items } of channels.dueForSweep(now, 1))
          count += items.filter(({ workspaceId }) => workspaceId === mine).length;
        return count;
      };
      expect([await due(at(6)), await due(at(7))]).toEqual([0, 2]);
      expect(await channels.changeDelivery(mine, "d1", () => null)).toMatchObject({ id: "d1" });
      expect(await channels.deleteOldDeliveries(at(2), 100)).toBe(1);
      expect(await page()).toEqual(["d3", "d2"]);
    });

    it("can list the incidents that one run changed", async () => {
      const { incidents } = r;
      const written = (kind: "opened" | "recovered", runId: string) => ({
        at: at(1),
        actor: null,
        kind,
        text: kind,
        runId,
      });
      const runs = [newWorkspaceId(), newWorkspaceId()] as const;
      const put = (workspaceId: WorkspaceId, id: string) =>
        incidents.change(workspaceId, id, () => ({
          incident: incidentRecord(id, "c1"),
          entries: [written("opened", runs[0]), written("recovered", runs[0]), written("opened", runs[1])],
        }));
      await put(mine, "i1");
      await put(other, "i2");
      const changed = await incidents.changedBy(mine, runs[0]);
      expect(changed.map(({ incident, entries: own }) => [incident.id, own.map(({ kind }) => kind)])).toEqual(
        [["i1", ["opened", "recovered"]]],
      );
      expect(await incidents.changedBy(mine, newWorkspaceId())).toEqual([]);
    });
  });
}
