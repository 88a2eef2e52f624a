import { beforeEach, describe, expect, it } from "vitest";
import { findingOf } from "../../contract/findings/rows.testing.js";
import { workspaceLimits, type WorkspaceId, type AuditEntry, type Role } from "../../contract/workspaces.js";
import { ada, bob, newWorkspace } from "../tenants.js";
import { noAnnotations } from "../../features/connections/annotation-state.js";
import type {
  ConnectionRecord,
  ConnectionRepository,
} from "../../features/connections/connection-repository.js";
import type { Inventory } from "../../features/data-settings/inventory.js";
import type { IncidentRecord } from "../../features/incidents/incident-record.js";
import type { PageRequest } from "../../common/page.js";
import type { IncidentRepository } from "../../features/incidents/incident-repository.js";
import type { LatestSync, SchemaRepository } from "../../features/data-settings/schema-repository.js";
import type { UnsubscribedAddresses, AddressKey } from "../../features/mails/unsubscribe-token.js";
import type { RateLimiter } from "../../ports/rate-limiter.js";
import type { Edit } from "../../contract/common.js";
import type { ReleaseRepository } from "../../features/releases/release-repository.js";
import type { SetupRecord, SetupRepository } from "../../features/setups/setup-repository.js";
import type { TokenRecord, TokenRepository } from "../../features/tokens/token-repository.js";
import type { UserRepository } from "../../features/users/user-repository.js";
import type {
  InvitationRecord,
  WorkspaceRepository,
} from "../../features/workspaces/workspace-repository.js";
import type { FixedClock } from "../fixed-clock.js";

export type Repositories = {
  clock: FixedClock;
  users: UserRepository;
  workspaces: WorkspaceRepository;
  /** Makes an id unique to this test, because the store may be shared with other tests. */
  own<T extends string>(id: T): T;
  tokens: TokenRepository;
  connections: ConnectionRepository;
  setups: SetupRepository;
  schema: SchemaRepository;
  incidents: IncidentRepository;
  releases: ReleaseRepository;
  rateLimiter: RateLimiter;
  unsubscribed: UnsubscribedAddresses;
  /** Stores a run's document with the fields that setups read. */
  putRun(workspaceId: WorkspaceId, run: { id: string; setupId: string; status: string }): Promise<void>;
};

const at = (minute: number) => `2026-11-18T12:${String(minute).padStart(2, "0")}:00.000Z`;

export const connectionRecord = (
  id: string,
  differing: Partial<ConnectionRecord> = {},
): ConnectionRecord => ({
  id,
  projectId: "1000001",
  projectName: null,
  serviceUsername: "robot",
  region: "us",
  status: "verified",
  lastVerifiedAt: at(0),
  verificationError: null,
  capabilities: {
    timeZone: "UTC",
    queryApi: true,
    profiles: true,
    exportTimeBasis: "utc",
    historyDays: null,
  },
  createdAt: at(0),
  secret: { keyId: "k", iv: "aXY=", tag: "dGFn", data: "ZGF0YQ==" },
  revision: 1,
  annotations: null,
  ...differing,
});

export const incidentRecord = (
  id: string,
  connectionId: string,
  {
    entity = "Checkout Started",
    subject = { kind: "event", event: entity },
    ...differing
  }: Partial<IncidentRecord> = {},
): IncidentRecord => ({
  id,
  key: "checkout",
  createdAt: at(0),
  updatedAt: at(0),
  connectionId,
  subject,
  entity,
  parent: null,
  segment: null,
  direction: -1,
  detectorState: "new",
  status: "open",
  assignee: null,
  mute: null,
  closedAs: null,
  decision: null,
  annotation: null,
  isAnnotated: false,
  closedAt: null,
  mutedOn: null,
  acknowledgedAt: null,
  lastTestedDay: "2026-11-17",
  testedUntil: null,
  finding: {
    found: findingOf({
      detector: "event_count_change",
      entity,
      subject,
      severity: "alert",
      reason: "",
      first_bad_day: "2026-11-16",
      last_day: "2026-11-17",
      observed: 40,
      change_pct: -60,
    }),
    rank: "0",
    sameDayChange: null,
    headline: "Checkout Started down 60% since Nov 16",
    severity: "alert",
    detector: "event_count_change",
    firstBadDay: "2026-11-16",
    observed: 40,
    expected: 100,
    changePct: -60,
    thresholdPct: 30,
    cause: null,
    causeSegment: null,
    reason: "40 events in 2 days, 60% below the expected 100.",
    runId: "r1",
    recentDays: null,
  },
  isClosed: false,
  isFollowed: true,
  recoveredOn: null,
  lastReported: { severity: "alert", effect: 60 },
  comments: { count: 0, latestIds: [] },
  entries: 0,
  ...differing,
});

export const setupRecord = (id: string, connectionId: string): SetupRecord => ({
  id,
  name: "Daily",
  description: "",
  connectionId,
  status: "active",
  createdAt: at(0),
  scheduleCron: "0 9 * * *",
  scheduleTimezone: "UTC",
  includeWeekends: true,
  selectedDetectors: [{ key: "event_stopped", settings: { checkBackDays: 7, thresholdPercent: 30 } }],
  nextRunAt: at(30),
  refusal: null,
  tested: null,
  revision: 1,
  fileRevision: null,
});

const runningSync = (id: string, startedAt: string): LatestSync => ({
  id,
  status: "running",
  startedAt,
  errorMessage: null,
});

/** Tests every implementation of the repositories: always in memory, and against Firestore with the emulator. */
export function describeRepositories(name: string, make: () => Promise<Repositories>): void {
  describe(`repositories in ${name}`, () => {
    let r: Repositories;
    beforeEach(async () => {
      r = await make();
    });

    describe("users", () => {
      const fields = { email: "a@b.c", isEmailVerified: false, displayName: "a", isDisplayNameGuessed: true };
      const firstWorkspace = () => newWorkspace(r.own(ada), "a's workspace", at(0));
      const signUp = (uid = r.own("person")) => r.users.ensure(uid, fields, firstWorkspace());

      it("are created once with their first workspace, however many parallel requests there are", async () => {
        const uid = r.own("person");
        expect(await r.users.find(uid)).toBeNull();
        const created = await Promise.all(Array.from({ length: 5 }, () => signUp()));
        expect(created.filter(({ isNew }) => isNew)).toHaveLength(1);
        expect(await r.users.find(uid)).toEqual({ uid, ...fields });
        expect(await r.workspaces.membershipsOf(uid)).toMatchObject([
          { id: r.own(ada), name: "a's workspace", role: "owner", emailNotifications: true },
        ]);
      });

      it("change field by field", async () => {
        const uid = r.own("person");
        await signUp();
        await r.users.setDisplayName(uid, "Ada");
        await r.users.setEmail(uid, { email: "ada@b.c", isEmailVerified: true });
        const changed = {
          displayName: "Ada",
          isDisplayNameGuessed: false,
          email: "ada@b.c",
          isEmailVerified: true,
        };
        expect(await r.users.find(uid)).toEqual({ uid, ...changed });
        expect(await r.users.findAll([uid, r.own("nobody")])).toEqual(new Map([[uid, { uid, ...changed }]]));
        await expect(r.users.setDisplayName(r.own("nobody"), "x")).rejects.toMatchObject({
          code: "not-found",
        });
      });
    });

    describe("workspaces", () => {
      const entry = (n: number): AuditEntry => ({
        id: `entry-${n}`,
        createdAt: at(n),
        action: "member.joined",
        via: "web",
        actor: { uid: "x", email: "x@b.c" },
        target: `${n}`,
        ip: null,
      });
      const invitation = (id: string, differing: Partial<InvitationRecord> = {}): InvitationRecord => ({
        id,
        email: `${id}@b.c`,
        role: "editor",
        invitedBy: "Ada",
        inviterUid: "ada",
        createdAt: at(1),
        expiresAt: at(50),
        tokenHash: `hash-${id}`,
        acceptedAt: null,
        ...differing,
      });
      const member = (uid: string, role: Role, minute = 2) => ({
        uid,
        role,
        joinedAt: at(minute),
        emailNotifications: true,
      });
      const workspace = () => r.own(ada);
      const owner = () => r.own("owner");
      const createFor = (id: WorkspaceId, name: string, uid: string, minute: number) =>
        r.workspaces.create(newWorkspace(id, name, at(minute)), uid, () => undefined);
      const create = () => createFor(workspace(), "Shop", owner(), 0);
      const join = async (uid: string, role: Role, minute = 2) => {
        const id = `invitation-${uid}`;
        await r.workspaces.saveInvitation(workspace(), invitation(id), () => undefined, entry(minute));
        const joined = member(uid, role, minute);
        await r.workspaces.acceptInvitation(workspace(), id, () => joined, {
          ...entry(minute),
          id: `join-${uid}`,
        });
      };

      it("have a log that is read from where an earlier reader stopped", async () => {
        await create();
        for (const [id, n] of [
          ["b", 1],
          ["a", 1],
          ["c", 2],
          ["d", 3],
        ] as const)
          await r.workspaces.appendAudit(workspace(), { ...entry(n), id });
        const read = async (n: number, id: string | null, before: number, limit = 10) =>
          (await r.workspaces.auditAfter(workspace(), { createdAt: at(n), id }, at(before), limit))
            .map((one) => one.id)
            .join("");
        expect([await read(1, null, 9), await read(1, null, 3), await read(1, null, 9, 2)]).toEqual([
          "abcd",
          "abc",
          "ab",
        ]);
        expect([await read(1, "a", 9), await read(1, "b", 9), await read(3, "d", 9)]).toEqual([
          "bcd",
          "cd",
          "",
        ]);
        expect(await r.workspaces.auditAfter(r.own(bob), { createdAt: at(0), id: null }, at(9), 10)).toEqual(
          [],
        );
      });

      it("are created one after the other for the same person, each counting those before it", async () => {
        const results = await Promise.allSettled(
          ["a", "b", "c", "d"].map((name) =>
            r.workspaces.create(
              newWorkspace(r.own(`${name}-created`) as WorkspaceId, name, at(1)),
              r.own("founder"),
              (existing) => {
                if (existing.length >= 2) throw new Error("limit");
              },
            ),
          ),
        );
        expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
        expect(await r.workspaces.membershipsOf(r.own("founder"))).toHaveLength(2);
      });

      it("belong to their members, who see them in the order they joined", async () => {
        await create();
        await createFor(r.own(bob), "Other", r.own("bob"), 1);
        await join(r.own("bob"), "viewer", 3);
        expect(await r.workspaces.membershipsOf(r.own("bob"))).toEqual([
          { id: r.own(bob), name: "Other", role: "owner", joinedAt: at(1), emailNotifications: true },
          { id: workspace(), name: "Shop", role: "viewer", joinedAt: at(3), emailNotifications: true },
        ]);
        expect(await r.workspaces.findMembership(r.own("bob"), null)).toMatchObject({ id: r.own(bob) });
        expect(await r.workspaces.findMembership(r.own("bob"), workspace())).toMatchObject({
          role: "viewer",
        });
        expect(await r.workspaces.findMembership(owner(), r.own(bob))).toBeNull();
        expect(await r.workspaces.findAccess(owner(), r.own(bob))).toBeNull();
        expect(await r.workspaces.findAccess(r.own("bob"), workspace())).toEqual({
          id: workspace(),
          role: "viewer",
          activeRunId: null,
        });
        expect(await r.workspaces.members(workspace())).toEqual([
          member(owner(), "owner", 0),
          member(r.own("bob"), "viewer", 3),
        ]);
      });

      it("have a name that all members see change", async () => {
        await create();
        await join(r.own("bob"), "viewer");
        await r.workspaces.rename(workspace(), "New name", entry(9));
        expect(await r.workspaces.name(workspace())).toBe("New name");
        expect(await r.workspaces.membershipsOf(r.own("bob"))).toMatchObject([{ name: "New name" }]);
        await expect(r.workspaces.name(r.own(bob))).rejects.toMatchObject({ code: "not-found" });
      });

      it("change one member in a transaction that sees all of them, and nothing if it refuses", async () => {
        await create();
        await join(r.own("bob"), "viewer");
        const seen: number[] = [];
        await r.workspaces.changeMember(
          workspace(),
          r.own("bob"),
          (members) => {
            seen.push(members.length);
            return { ...members.find(({ uid }) => uid === r.own("bob"))!, role: "admin" };
          },
          entry(5),
        );
        expect(seen.at(-1)).toBe(2);
        expect(await r.workspaces.findMembership(r.own("bob"), workspace())).toMatchObject({ role: "admin" });
        expect(await r.workspaces.findAccess(r.own("bob"), workspace())).toMatchObject({ role: "admin" });
        const refuse = () => {
          throw new Error("refused");
        };
        await expect(r.workspaces.changeMember(workspace(), owner(), refuse, entry(6))).rejects.toThrow(
          "refused",
        );
        await r.workspaces.setEmailNotifications(workspace(), r.own("bob"), false);
        expect(await r.workspaces.findMembership(r.own("bob"), workspace())).toMatchObject({
          emailNotifications: false,
        });
        await r.workspaces.changeMember(workspace(), r.own("bob"), () => null, entry(7));
        expect(await r.workspaces.findMembership(r.own("bob"), workspace())).toBeNull();
        expect(await r.workspaces.findAccess(r.own("bob"), workspace())).toBeNull();
        expect(await r.workspaces.findAccess(owner(), workspace())).toMatchObject({ role: "owner" });
        expect(await r.workspaces.members(workspace())).toHaveLength(1);
        await expect(
          r.workspaces.setEmailNotifications(workspace(), r.own("bob"), true),
        ).rejects.toMatchObject({ code: "not-found" });
      });

      it("keep one open invitation per address until it is accepted or deleted", async () => {
        await create();
        const save = (record: InvitationRecord, minute: number) =>
          r.workspaces.saveInvitation(workspace(), record, () => undefined, entry(minute));
        await save(invitation("i1", { email: "x@b.c" }), 1);
        await save(invitation("i2", { email: "x@b.c", createdAt: at(2) }), 2);
        await save(invitation("i3", { createdAt: at(3) }), 3);
        const open = async () => (await r.workspaces.invitations(workspace())).map(({ id }) => id);
        expect(await open()).toEqual(["i3", "i2"]);
        await r.workspaces.acceptInvitation(workspace(), "i2", () => member(r.own("x"), "editor"), entry(4));
        expect(await open()).toEqual(["i3"]);
        expect(await r.workspaces.findInvitation(workspace(), "i2")).toMatchObject({ acceptedAt: at(2) });
        await r.workspaces.deleteInvitation(workspace(), "i3", entry(5));
        expect(await open()).toEqual([]);
        await expect(r.workspaces.deleteInvitation(workspace(), "i3", entry(6))).rejects.toMatchObject({
          code: "not-found",
        });
      });

      it("log what was done, newest first, in pages", async () => {
        await create();
        for (const n of [1, 2, 3]) await r.workspaces.appendAudit(workspace(), entry(n));
        const first = await r.workspaces.audit(workspace(), { limit: 2 });
        expect(first.items).toEqual([entry(3), entry(2)]);
        const rest = await r.workspaces.audit(workspace(), { limit: 2, cursor: first.nextCursor! });
        const { entry: created } = newWorkspace(workspace(), "Shop", at(0));
        expect(rest).toEqual({ items: [entry(1), created], nextCursor: null });
      });
    });

    describe("API tokens", () => {
      const token = (id: string, minute = 1): TokenRecord => ({
        id,
        name: id,
        prefix: "plb_abcd",
        scope: "read",
        hash: r.own(`hash-${id}`),
        createdBy: { uid: "x", email: "x@b.c", name: "X" },
        createdAt: at(minute),
        expiresAt: at(59),
        lastUsedAt: null,
      });
      const entry = (target: string): AuditEntry => ({
        id: `entry-${target}`,
        createdAt: at(1),
        action: "token.created",
        via: "web",
        actor: { uid: "x", email: "x@b.c" },
        target,
        ip: null,
      });
      const create = (record: TokenRecord, workspaceId = r.own(ada)) =>
        r.tokens.create(workspaceId, record, () => undefined, entry(record.id));

      it("are found by hash, with their workspace, and listed newest first", async () => {
        await create(token("old"));
        await create(token("new", 2));
        await create(token("other"), r.own(bob));
        expect((await r.tokens.list(r.own(ada))).map(({ id }) => id)).toEqual(["new", "old"]);
        expect(await r.tokens.findByHash(r.own("hash-other"))).toEqual({
          workspaceId: r.own(bob),
          token: token("other"),
        });
        expect(await r.tokens.findByHash(r.own("hash-none"))).toBeNull();
      });

      it("are not stored if the check, which sees all of the workspace's tokens, refuses", async () => {
        await create(token("t1"));
        const refuse = (existing: TokenRecord[]) => {
          throw new Error(`${existing.length} there`);
        };
        await expect(r.tokens.create(r.own(ada), token("t2"), refuse, entry("t2"))).rejects.toThrow(
          "1 there",
        );
        expect(await r.tokens.list(r.own(ada))).toHaveLength(1);
      });

      it("record when they were used, are gone once deleted, and are in the audit log both times", async () => {
        await create(token("t1"));
        await r.tokens.markUsed(r.own(ada), "t1", at(5));
        expect(await r.tokens.list(r.own(ada))).toEqual([{ ...token("t1"), lastUsedAt: at(5) }]);
        await r.tokens.delete(r.own(ada), "t1", ({ name }) => entry(`${name}-deleted`));
        await r.tokens.markUsed(r.own(ada), "t1", at(6));
        expect(await r.tokens.findByHash(r.own("hash-t1"))).toBeNull();
        expect(await r.tokens.list(r.own(ada))).toEqual([]);
        const { items } = await r.workspaces.audit(r.own(ada), { limit: 5 });
        expect(items.map(({ target }) => target).sort()).toEqual(["t1", "t1-deleted"]);
        await expect(r.tokens.delete(r.own(ada), "t1", () => entry("again"))).rejects.toMatchObject({
          code: "not-found",
        });
      });
    });

    describe("connections", () => {
      it("are read back as stored, and only by their tenant", async () => {
        const record = connectionRecord("c1", {
          status: "failed",
          lastVerifiedAt: null,
          capabilities: null,
          verificationError: { code: "wrong-region", message: "…" },
        });
        await r.connections.create(ada, record);
        expect(await r.connections.get(ada, "c1")).toEqual(record);
        expect(await r.connections.find(bob, "c1")).toBeNull();
        await expect(r.connections.get(ada, "c2")).rejects.toMatchObject({ code: "not-found" });
      });

      it("stop at the workspace's limit, even if several are created at once", async () => {
        for (let made = 0; made < workspaceLimits.connections - 2; made++)
          await r.connections.create(ada, connectionRecord(`c${made}`));
        const late = await Promise.allSettled(
          ["x", "y", "z"].map((id) => r.connections.create(ada, connectionRecord(id))),
        );
        expect(late.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
        expect(late.find((outcome) => outcome.status === "rejected")?.reason).toMatchObject({
          code: "limit-reached",
        });
        await r.connections.create(bob, connectionRecord("x"));
      });

      it("are listed newest first; ids break ties, and no page skips or repeats one", async () => {
        for (const [id, minute] of [
          ["a", 1],
          ["b", 2],
          ["c", 2],
          ["d", 2],
          ["e", 3],
        ] as const)
          await r.connections.create(ada, connectionRecord(id, { createdAt: at(minute) }));
        const seen: string[] = [];
        let cursor: string | null | undefined;
        do {
          const page = await r.connections.list(ada, { limit: 2, cursor: cursor ?? undefined });
          seen.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor;
        } while (cursor);
        expect(seen).toEqual(["e", "d", "c", "b", "a"]);
        expect((await r.connections.list(ada, { limit: 5 })).nextCursor).toBeNull();
      });

      it("the newest verified one is found", async () => {
        expect(await r.connections.findVerified(ada)).toBeNull();
        await r.connections.create(ada, connectionRecord("old", { createdAt: at(1) }));
        await r.connections.create(ada, connectionRecord("new", { createdAt: at(2) }));
        await r.connections.create(ada, connectionRecord("failed", { createdAt: at(3), status: "failed" }));
        expect((await r.connections.findVerified(ada))?.id).toBe("new");
      });

      it("a change resets the verification and keeps the secret unless there is a new one", async () => {
        const before = connectionRecord("c1");
        await r.connections.create(ada, before);
        const fields = {
          projectId: "2",
          projectName: "Two",
          serviceUsername: "robot",
          region: "eu" as const,
        };
        const { after } = await r.connections.update(ada, "c1", fields);
        expect(after).toEqual({
          ...before,
          ...fields,
          status: "pending",
          lastVerifiedAt: null,
          capabilities: null,
          revision: 2,
        });
        expect(await r.connections.get(ada, "c1")).toEqual(after);
        await expect(r.connections.update(ada, "c2", fields)).rejects.toMatchObject({ code: "not-found" });
      });

      it("a verification of an earlier revision isn't applied", async () => {
        await r.connections.create(ada, connectionRecord("c1", { status: "pending", revision: 2 }));
        const outcome = { status: "verified" as const, verificationError: null, lastVerifiedAt: at(5) };
        expect(await r.connections.applyVerification(ada, "c1", 1, outcome)).toMatchObject({
          status: "pending",
        });
        expect(await r.connections.applyVerification(ada, "c1", 2, outcome)).toMatchObject(outcome);
        expect(await r.connections.get(ada, "c1")).toMatchObject(outcome);
        expect(await r.connections.applyVerification(ada, "c2", 1, outcome)).toBeNull();
      });

      it("remember their annotations in Mixpanel through an edit, until they point to another project", async () => {
        await r.connections.create(ada, connectionRecord("c1"));
        const written = [{ day: "2026-11-16", id: "7", text: "x" }];
        const on = { ...noAnnotations, isOn: true, claimedUntil: at(1), written };
        const changed = await r.connections.changeAnnotations(ada, "c1", () => on);
        expect(changed?.annotations).toEqual(on);
        expect((await r.connections.changeAnnotations(ada, "c1", () => null))?.annotations).toEqual(on);
        expect(await r.connections.changeAnnotations(ada, "c2", () => on)).toBeNull();
        const { projectId, projectName, serviceUsername, region } = connectionRecord("c1");
        const fields = { projectId, projectName, serviceUsername, region };
        expect((await r.connections.update(ada, "c1", fields)).after.annotations).toEqual(on);
        await r.connections.update(ada, "c1", { ...fields, projectId: "2" });
        expect((await r.connections.get(ada, "c1")).annotations).toBeNull();
      });

      it("are not deleted while a setup uses them", async () => {
        await r.connections.create(ada, connectionRecord("c1"));
        await r.setups.create(ada, setupRecord("s1", "c1"));
        for (const refused of [r.connections.delete, r.connections.assertUnused])
          await expect(refused(ada, "c1")).rejects.toMatchObject({ code: "connection-in-use" });
        await r.setups.delete(ada, "s1");
        await r.connections.assertUnused(ada, "c1");
        await r.connections.delete(ada, "c1");
        await expect(r.connections.delete(ada, "c1")).rejects.toMatchObject({ code: "not-found" });
      });
    });

    describe("setups", () => {
      beforeEach(async () => {
        await r.connections.create(ada, connectionRecord("c1"));
        await r.connections.create(ada, connectionRecord("pending", { status: "pending" }));
      });

      it("are read back as they were stored", async () => {
        const setup = setupRecord("s1", "c1");
        await r.setups.create(ada, setup);
        expect(await r.setups.get(ada, "s1")).toEqual(setup);
        expect((await r.setups.list(ada, { limit: 1 })).items).toEqual([setup]);
        expect(await r.setups.find(bob, "s1")).toBeNull();
      });

      it("need a verified connection, even after a change", async () => {
        await expect(r.setups.create(ada, setupRecord("s1", "none"))).rejects.toMatchObject({
          code: "not-found",
        });
        await expect(r.setups.create(ada, setupRecord("s1", "pending"))).rejects.toMatchObject({
          code: "connection-not-verified",
        });
        await r.setups.create(ada, setupRecord("s1", "c1"));
        await expect(r.setups.create(ada, setupRecord("s1", "c1"))).rejects.toMatchObject({
          code: "id-taken",
        });
        await expect(r.setups.update(ada, "s1", () => ({ connectionId: "pending" }))).rejects.toMatchObject({
          code: "connection-not-verified",
        });
      });

      it("are updated by applying a change to the stored record", async () => {
        await r.setups.create(ada, setupRecord("s1", "c1"));
        const after = await r.setups.update(ada, "s1", (before) => ({
          name: `${before.name}!`,
          nextRunAt: null,
        }));
        expect(after).toEqual({ ...setupRecord("s1", "c1"), name: "Daily!", nextRunAt: null });
        expect(await r.setups.get(ada, "s1")).toEqual(after);
        await expect(r.setups.update(ada, "s2", () => ({}))).rejects.toMatchObject({ code: "not-found" });
      });

      it.each(["pending", "running"])("are not deleted while a run is %s", async (status) => {
        await r.setups.create(ada, setupRecord("s1", "c1"));
        await r.putRun(ada, { id: "other", setupId: "s2", status });
        await r.putRun(ada, { id: "run", setupId: "s1", status });
        await expect(r.setups.delete(ada, "s1")).rejects.toMatchObject({ code: "run-active" });
        await r.putRun(ada, { id: "run", setupId: "s1", status: "cancelled" });
        await r.setups.delete(ada, "s1");
        await expect(r.setups.delete(ada, "s1")).rejects.toMatchObject({ code: "not-found" });
      });
    });

    describe("schema", () => {
      const inventory: Inventory = {
        events: [
          {
            name: "Signup / ü",
            lastDetectedAt: at(1),
            isHidden: false,
            isDropped: true,
            properties: [{ name: "plan", lastDetectedAt: null }],
          },
        ],
        userProperties: [{ name: "age", lastDetectedAt: at(1) }],
      };
      beforeEach(() => r.connections.create(ada, connectionRecord("c1")));

      it("is empty before the first sync", async () => {
        expect(await r.schema.state(ada, "c1")).toMatchObject({ latestSync: null, lastSyncedAt: null });
        expect(await r.schema.inventory(ada, "c1")).toEqual({ events: [], userProperties: [] });
        expect((await r.schema.exclusions(ada, "c1")).events.size).toBe(0);
      });

      it("runs one of several parallel syncs, and the others get its state", async () => {
        const claims = await Promise.all(
          ["s1", "s2", "s3"].map((id) => r.schema.claimSync(ada, "c1", runningSync(id, at(5)), at(0))),
        );
        expect(claims.filter(({ isNew }) => isNew)).toHaveLength(1);
        expect(new Set(claims.map(({ sync }) => sync.id)).size).toBe(1);
      });

      it("replaces a stale sync, which can then no longer complete", async () => {
        await r.schema.claimSync(ada, "c1", runningSync("s1", at(1)), at(0));
        const { isNew } = await r.schema.claimSync(ada, "c1", runningSync("s2", at(20)), at(10));
        expect(isNew).toBe(true);
        await r.schema.failSync(ada, "c1", "s1", "late");
        await r.schema.completeSync(ada, "c1", "s1", inventory, at(21));
        expect(await r.schema.state(ada, "c1")).toMatchObject({
          latestSync: runningSync("s2", at(20)),
          lastSyncedAt: null,
        });
        expect(await r.schema.inventory(ada, "c1")).toEqual({ events: [], userProperties: [] });
      });

      it("a sync whose task is delivered twice keeps the first result", async () => {
        await r.schema.claimSync(ada, "c1", runningSync("s1", at(1)), at(0));
        await r.schema.completeSync(ada, "c1", "s1", inventory, at(2));
        const second = { ...inventory, userProperties: [{ name: "late", lastDetectedAt: null }] };
        await r.schema.completeSync(ada, "c1", "s1", second, at(3));
        expect(await r.schema.inventory(ada, "c1")).toEqual(inventory);
        expect((await r.schema.state(ada, "c1")).lastSyncedAt).toBe(at(2));
      });

      it("keeps a sync's result until the next one succeeds", async () => {
        await r.schema.claimSync(ada, "c1", runningSync("s1", at(1)), at(0));
        await r.schema.completeSync(ada, "c1", "s1", inventory, at(2));
        expect(await r.schema.inventory(ada, "c1")).toEqual(inventory);
        expect(await r.schema.state(ada, "c1")).toMatchObject({
          latestSync: { id: "s1", status: "success", startedAt: at(1), errorMessage: null },
          lastSyncedAt: at(2),
        });
        await r.schema.claimSync(ada, "c1", runningSync("s2", at(3)), at(2));
        await r.schema.failSync(ada, "c1", "s2", "no access");
        expect(await r.schema.state(ada, "c1")).toMatchObject({
          latestSync: { status: "failed", errorMessage: "no access" },
          lastSyncedAt: at(2),
        });
        expect(await r.schema.inventory(ada, "c1")).toEqual(inventory);
      });

      it("exclusions and segments change one by one and survive a sync", async () => {
        await r.schema.changeExclusions(ada, "c1", [
          { kind: "event", event: "A", isExcluded: true },
          { kind: "event", event: "B", isExcluded: true },
          { kind: "eventProperty", event: "A", property: "x", isExcluded: true },
          { kind: "userProperty", property: "age", isExcluded: true },
        ]);
        await r.schema.changeExclusions(ada, "c1", [], undefined, ["plan"]);
        await r.schema.changeExclusions(ada, "c1", [{ kind: "event", event: "B", isExcluded: false }]);
        await r.schema.claimSync(ada, "c1", runningSync("s1", at(1)), at(0));
        await r.schema.completeSync(ada, "c1", "s1", inventory, at(2));
        expect(await r.schema.exclusions(ada, "c1")).toEqual({
          events: new Set(["A"]),
          eventProperties: new Map([["A", new Set(["x"])]]),
          userProperties: new Set(["age"]),
        });
        expect(await r.schema.segmentBy(ada, "c1")).toEqual(["plan"]);
        await r.schema.changeExclusions(ada, "c1", [], undefined, null);
        expect(await r.schema.segmentBy(ada, "c1")).toBeNull();
        expect(await r.schema.exclusionEdits(ada, "c1")).toEqual({ revision: 5, fileRevision: null });
      });

      it("counts edits of exclusions, and refuses one made for an older revision", async () => {
        const exclude = (event: string, edit?: Edit) =>
          r.schema.changeExclusions(ada, "c1", [{ kind: "event", event, isExcluded: true }], edit);
        expect(await r.schema.exclusionEdits(ada, "c1")).toEqual({ revision: 1, fileRevision: null });
        await exclude("A", { revision: 1, fromFile: true });
        expect(await r.schema.exclusionEdits(ada, "c1")).toEqual({ revision: 2, fileRevision: 2 });
        await exclude("B");
        await expect(exclude("C", { revision: 2, fromFile: true })).rejects.toMatchObject({
          code: "edit-conflict",
        });
        expect(await r.schema.exclusionEdits(ada, "c1")).toEqual({ revision: 3, fileRevision: 2 });
        expect((await r.schema.exclusions(ada, "c1")).events).toEqual(new Set(["A", "B"]));
      });

      it("applies all parallel changes of exclusions", async () => {
        await Promise.all(
          ["A", "B", "C", "D"].map((event) =>
            r.schema.changeExclusions(ada, "c1", [{ kind: "event", event, isExcluded: true }]),
          ),
        );
        expect((await r.schema.exclusions(ada, "c1")).events).toEqual(new Set(["A", "B", "C", "D"]));
      });

      it("needs a verified connection for a sync, and an existing one to change exclusions", async () => {
        await r.connections.create(ada, connectionRecord("c2", { status: "pending" }));
        const claim = (id: string) => r.schema.claimSync(ada, id, runningSync("s", at(1)), at(0));
        await expect(claim("c2")).rejects.toMatchObject({ code: "connection-not-verified" });
        await expect(claim("none")).rejects.toMatchObject({ code: "not-found" });
        await expect(
          r.schema.changeExclusions(ada, "none", [{ kind: "event", event: "A", isExcluded: true }]),
        ).rejects.toMatchObject({ code: "not-found" });
      });

      it("is deleted when the connection moves to another project or is deleted", async () => {
        const exclude = { kind: "event" as const, event: "A", isExcluded: true };
        const { projectId, projectName, serviceUsername, region } = connectionRecord("c1");
        const known = async () => [
          (await r.schema.inventory(ada, "c1")).events.length,
          (await r.schema.exclusions(ada, "c1")).events.size,
          (await r.schema.segmentBy(ada, "c1"))?.length ?? 0,
          (await r.schema.state(ada, "c1")).latestSync?.id,
          (await r.schema.nameDecisions(ada, "c1")).patterns.length,
        ];
        const learn = async (id: string) => {
          await r.schema.claimSync(ada, "c1", runningSync(id, at(1)), at(0));
          await r.schema.completeSync(ada, "c1", id, inventory, at(2));
          await r.schema.changeExclusions(ada, "c1", [exclude], undefined, ["plan"]);
          await r.schema.changeNameDecisions(ada, "c1", (before) => ({
            ...before,
            patterns: [
              { pattern: "debug_*", state: "ignored" as const, by: "Ada", at: at(1), isFromFile: false },
            ],
          }));
        };
        const point = async (id: string) => {
          const fields = { projectId: id, projectName, serviceUsername, region };
          const { after } = await r.connections.update(ada, "c1", fields);
          const verified = { status: "verified" as const, verificationError: null };
          await r.connections.applyVerification(ada, "c1", after.revision, verified);
        };
        await learn("s1");
        await point(projectId);
        expect(await known()).toEqual([1, 1, 1, "s1", 1]);
        await point("2");
        expect(await known()).toEqual([0, 0, 0, undefined, 0]);
        await learn("s2");
        await r.connections.delete(ada, "c1");
        expect(await known()).toEqual([0, 0, 0, undefined, 0]);
      });

      it("a sync of a deleted connection leaves nothing behind", async () => {
        await r.schema.claimSync(ada, "c1", runningSync("s1", at(1)), at(0));
        await r.connections.delete(ada, "c1");
        await r.schema.deleteAll(ada, "c1");
        await r.schema.completeSync(ada, "c1", "s1", inventory, at(2));
        expect(await r.schema.state(ada, "c1")).toMatchObject({ latestSync: null });
        expect(await r.schema.inventory(ada, "c1")).toEqual({ events: [], userProperties: [] });
      });

      it("holds thousands of events", async () => {
        const large: Inventory = {
          events: Array.from({ length: 3_000 }, (_, i) => ({
            name: `Event number ${String(i).padStart(4, "0")}`,
            lastDetectedAt: at(i % 60),
            isHidden: false,
            isDropped: false,
            properties: Array.from({ length: 25 }, (_, p) => ({
              name: `property_${String(p).padStart(2, "0")}_${(i * 7919 + p * 104_729) % 1_000_003}`,
              lastDetectedAt: at(p),
            })),
          })),
          userProperties: [],
        };
        for (const id of ["s1", "s2"]) {
          await r.schema.claimSync(ada, "c1", runningSync(id, at(1)), at(0));
          await r.schema.completeSync(ada, "c1", id, large, at(2));
        }
        expect(await r.schema.inventory(ada, "c1")).toEqual(large);
      });
    });

    describe("releases", () => {
      const release = (id: string, minute: number) => ({
        id,
        createdAt: at(minute),
        version: id,
        platform: null,
        at: at(0),
        url: null,
        connectionId: null,
      });

      it("are stored once, listed newest first and deleted", async () => {
        const create = (id: string, minute: number) => r.releases.create(ada, release(id, minute), at(59));
        expect(await create("v1", 1)).toEqual({ release: release("v1", 1), isNew: true });
        expect(await create("v1", 2)).toEqual({ release: release("v1", 1), isNew: false });
        await create("v2", 3);
        const { items, nextCursor } = await r.releases.list(ada, { limit: 1 });
        expect(items).toEqual([release("v2", 3)]);
        expect((await r.releases.list(ada, { limit: 1, cursor: nextCursor! })).items).toEqual([
          release("v1", 1),
        ]);
        await expect(r.releases.delete(bob, "v1")).rejects.toMatchObject({ code: "not-found" });
        expect(await r.releases.delete(ada, "v1")).toEqual(release("v1", 1));
        expect((await r.releases.list(ada, { limit: 5 })).items).toHaveLength(1);
      });
    });

    describe("incidents", () => {
      const entry = (text: string) => ({
        at: at(1),
        actor: null,
        kind: "commented" as const,
        text,
        runId: null,
      });

      it("are changed together with their timeline, and are otherwise kept", async () => {
        const { incidents } = r;
        const first = incidentRecord("i1", "c1");
        expect(await incidents.change(ada, "i1", () => null)).toBeNull();
        await incidents.change(ada, "i1", (before) => {
          expect(before).toBeNull();
          return { incident: first, entries: [entry("one"), entry("two")] };
        });
        const muted = { ...first, status: "muted" as const, mute: { until: "worse" as const } };
        await incidents.change(ada, "i1", (before) => ({
          incident: { ...before!, ...muted, entries: before!.entries },
          entries: [entry("three")],
        }));
        expect(await incidents.change(ada, "i1", () => null)).toEqual({ ...muted, entries: 3 });
        expect(await incidents.find(ada, "i1")).toEqual({ ...muted, entries: 3 });
        expect((await incidents.timeline(ada, "i1")).map(({ text }) => text)).toEqual([
          "one",
          "two",
          "three",
        ]);
        expect(await incidents.findAll(ada, ["i1", "unknown"])).toEqual([{ ...muted, entries: 3 }]);
        expect(await incidents.findAll(ada, [])).toEqual([]);
        expect(await incidents.findAll(bob, ["i1"])).toEqual([]);
        expect(await incidents.find(bob, "i1")).toBeNull();
        expect(await incidents.timeline(bob, "i1")).toEqual([]);
      });

      it("are listed open or closed, for all connections or one, the most important or newest first, in pages", async () => {
        const { incidents } = r;
        const put = (id: string, connectionId: string, more: Partial<IncidentRecord>) =>
          incidents.change(ada, id, () => ({
            incident: incidentRecord(id, connectionId, more),
            entries: [],
          }));
        await put("i1", "c1", { createdAt: at(1) });
        await put("i2", "c2", { createdAt: at(2), isFollowed: false });
        await put("i3", "c1", { createdAt: at(3) });
        await put("i4", "c1", { createdAt: at(4), isClosed: true });
        const ids = async (
          filter: { isClosed: boolean; connectionId?: string },
          page: PageRequest = { limit: 10 },
        ) => (await incidents.list(ada, filter, page)).items.map(({ id }) => id);
        expect(await ids({ isClosed: false })).toEqual(["i3", "i2", "i1"]);
        expect(await ids({ isClosed: false, connectionId: "c1" })).toEqual(["i3", "i1"]);
        expect(await ids({ isClosed: true })).toEqual(["i4"]);
        const { nextCursor } = await incidents.list(ada, { isClosed: false }, { limit: 2 });
        const second = await incidents.list(ada, { isClosed: false }, { limit: 2, cursor: nextCursor! });
        expect(second.items.map(({ id }) => id)).toEqual(["i1"]);
        await put("i5", "c2", { status: "closed", isClosed: true });
        expect(await incidents.counts(ada)).toEqual({ open: 4, acknowledged: 0, muted: 0, closed: 1 });
        expect((await incidents.counts(bob)).open).toBe(0);
        expect((await incidents.followed(ada, "c1")).map(({ id }) => id).sort()).toEqual(["i1", "i3", "i4"]);
        expect((await incidents.counts(ada, "c1")).open).toBe(3);
        const { finding } = incidentRecord("i", "c1");
        for (const [id, rank] of [
          ["i3", "2"],
          ["i1", "1"],
          ["i4", "3"],
        ] as const)
          await incidents.change(ada, id, (before) => ({
            incident: { ...before!, finding: { ...finding, rank } },
            entries: [],
          }));
        expect((await incidents.mostImportant(ada, "c1", 2)).map(({ id }) => id)).toEqual(["i1", "i3"]);
        await put("i7", "c1", {
          createdAt: at(7),
          detectorState: "recovered",
          finding: { ...finding, rank: "0" },
        });
        expect(await ids({ isClosed: false, connectionId: "c1" })).toEqual(["i1", "i3", "i7"]);
        const ofFirst = { isClosed: false, connectionId: "c1" };
        const most = await incidents.list(ada, ofFirst, { limit: 1 });
        expect(most.items.map(({ id }) => id)).toEqual(["i1"]);
        await incidents.change(ada, "i1", (before) => ({
          incident: { ...before!, isClosed: true },
          entries: [],
        }));
        expect(await ids(ofFirst, { limit: 10, cursor: most.nextCursor! })).toEqual(["i3", "i7"]);
        await expect(incidents.list(bob, ofFirst, { limit: 10, cursor: most.nextCursor! })).rejects.toThrow(
          "Unknown cursor",
        );
        await put("i6", "c1", { isAnnotated: true, annotation: { kind: "limit", percent: 60 } });
        expect((await incidents.annotated(ada, "c1")).map(({ id }) => id)).toEqual(["i6"]);
        expect(await incidents.annotated(ada, "c2")).toEqual([]);
        expect(await incidents.changedAt(ada, "none")).toBeNull();
        await incidents.deleteOf(ada, "c1");
        expect(await ids({ isClosed: false })).toEqual(["i2"]);
        expect(await ids({ isClosed: true })).toEqual(["i5"]);
      });
    });

    describe("addresses that unsubscribed", () => {
      const address = (name: string) => r.own(name) as AddressKey;

      it("are found with their latest time, and only that one can be undone", async () => {
        expect(await r.unsubscribed.find([])).toEqual(new Map());
        expect(await r.unsubscribed.remove({ address: address("a"), at: at(1) })).toBe(false);
        await r.unsubscribed.save({ address: address("a"), at: at(1) });
        await r.unsubscribed.save({ address: address("a"), at: at(2) });
        const asked = [address("a"), address("b")];
        expect(await r.unsubscribed.find(asked)).toEqual(new Map([[address("a"), at(2)]]));
        expect(await r.unsubscribed.remove({ address: address("a"), at: at(1) })).toBe(false);
        expect(await r.unsubscribed.remove({ address: address("a"), at: at(2) })).toBe(true);
        expect(await r.unsubscribed.find(asked)).toEqual(new Map());
      });
    });

    describe("rate limits", () => {
      it("fill up, refuse with the time to wait, and reset", async () => {
        for (let i = 0; i < 30; i++) await r.rateLimiter.use(ada, "sync");
        r.clock.advance(60_000);
        await expect(r.rateLimiter.use(ada, "sync")).rejects.toMatchObject({
          code: "rate-limited",
          retryAfterSeconds: 3_540,
        });
        await r.rateLimiter.use(bob, "sync");
        await r.rateLimiter.use(ada, "verify");
        r.clock.advance(3_540_000);
        await r.rateLimiter.use(ada, "sync");
      });

      it("count parallel uses, and accept returned ones", async () => {
        for (let i = 0; i < 27; i++) await r.rateLimiter.use(ada, "setupIntent");
        const uses = await Promise.allSettled(
          Array.from({ length: 6 }, () => r.rateLimiter.use(ada, "setupIntent")),
        );
        expect(uses.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
        await r.rateLimiter.giveBack(ada, "setupIntent");
        await r.rateLimiter.use(ada, "setupIntent");
        await expect(r.rateLimiter.use(ada, "setupIntent")).rejects.toMatchObject({ code: "rate-limited" });
      });
    });
  });
}
