import { randomUUID } from "node:crypto";
import type { Dependencies } from "../composition/dependencies.js";
import type { Connection } from "../contract/connections.js";
import type { DetectorKey } from "../contract/detectors.js";
import type { WorkspaceId } from "../contract/workspaces.js";
import { connectionSecretContext } from "../features/connections/secret-box.js";
import type { SetupRecord } from "../features/setups/setup-repository.js";
import type { NewWorkspace } from "../features/users/user-repository.js";

/** Two workspaces that must never see each other's data. */
export const ada = "ada" as WorkspaceId;
export const bob = "bob" as WorkspaceId;

/** Returns the id of a workspace that no other test uses. */
export const newWorkspaceId = (): WorkspaceId => randomUUID() as string as WorkspaceId;

/** A workspace as a sign-up creates it. */
export const newWorkspace = (id: WorkspaceId, name: string, createdAt: string): NewWorkspace => ({
  id,
  name,
  entry: {
    id: `created-${id}`,
    createdAt,
    action: "workspace.created",
    via: "web",
    actor: { uid: "founder", email: "founder@example.com" },
    target: name,
    ip: null,
  },
});

type NewTenant = {
  workspace: { id: WorkspaceId; name: string; createdAt: string };
  owner: { uid: string; email: string; displayName: string };
  connection: { id: string; projectId: string; username: string; secret: string } & Pick<
    NonNullable<Connection["capabilities"]>,
    "timeZone" | "queryApi" | "exportTimeBasis"
  >;
  setup: Partial<SetupRecord> & { id: string };
};

/** Creates a workspace with a verified connection, and a setup on it with the given checks. */
export async function addTenant(
  { users, connections, setups, secrets }: Pick<Dependencies, "users" | "connections" | "setups" | "secrets">,
  { workspace, owner: { uid, ...person }, connection, setup }: NewTenant,
  keys: readonly DetectorKey[],
): Promise<void> {
  const { id: workspaceId, createdAt } = workspace;
  const { id: connectionId, projectId, username, secret, ...capabilities } = connection;
  await users.ensure(
    uid,
    { ...person, isEmailVerified: true, isDisplayNameGuessed: false },
    newWorkspace(workspaceId, workspace.name, createdAt),
  );
  await connections.create(workspaceId, {
    id: connectionId,
    projectId,
    projectName: "Demo Shop",
    serviceUsername: username,
    region: "us",
    status: "verified",
    lastVerifiedAt: createdAt,
    verificationError: null,
    capabilities: { ...capabilities, profiles: true, historyDays: null },
    createdAt,
    secret: secrets.seal(secret, connectionSecretContext(workspaceId, connectionId)),
    revision: 1,
    annotations: null,
  });
  await setups.create(workspaceId, {
    name: "Daily checks",
    description: "",
    connectionId,
    status: "active",
    createdAt,
    scheduleCron: "",
    scheduleTimezone: "UTC",
    includeWeekends: true,
    selectedDetectors: keys.map((key) => ({ key, settings: { checkBackDays: 7, thresholdPercent: 30 } })),
    nextRunAt: null,
    refusal: null,
    tested: null,
    revision: 1,
    fileRevision: null,
    ...setup,
  });
}
