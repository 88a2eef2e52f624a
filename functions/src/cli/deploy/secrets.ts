import { randomBytes } from "node:crypto";
import type { Change, Resource } from "./apply.js";
import type { Call } from "./call.js";
import type { Google } from "./google.js";
import { secretsOf } from "../../config/config.js";
import { UsageError } from "../usage-error.js";

const base = "https://secretmanager.googleapis.com/v1";

const key = (bytes: number) => randomBytes(bytes).toString("base64");

/** Created once and never replaced: data encrypted or hashed with an earlier value would become unusable. */
const generated: Record<string, () => string> = {
  ENCRYPTION_KEYS: () => JSON.stringify({ current: "k1", keys: { k1: key(32) } }),
  HASH_KEY: () => key(48),
  UNSUBSCRIBE_KEY: () => key(48),
};

/** "none" turns off the feature that needs the secret. */
const none = "none";

/** Every secret that any function gets. @param given new values by name; other secrets keep their stored value */
export function secrets(projectId: string, given: Record<string, string | undefined>): Resource[] {
  const names = new Set(Object.values(secretsOf).flatMap((list) => list.map(({ name }) => name)));
  return [...names].map((name) => ({
    name: `secret ${name}`,
    compare: (google) => compareSecret(google, projectId, name, generated[name] ? undefined : given[name]),
  }));
}

async function compareSecret(
  google: Google,
  projectId: string,
  name: string,
  given?: string,
): Promise<Change[]> {
  const secret = `${base}/projects/${projectId}/secrets/${name}`;
  const store = storeValue(secret, given ?? firstValue(name));
  if (!(await google.read(secret))) {
    const url = `${base}/projects/${projectId}/secrets?secretId=${name}`;
    const body = { replication: { automatic: {} } };
    return [{ what: "create", by: { method: "POST", url, body } }, store];
  }
  const latest = await google.read<{ state: string }>(`${secret}/versions/latest`);
  if (!latest) return [store];
  if (latest.state === "ENABLED") {
    if (given === undefined || given === (await storedValue(google, projectId, name))) return [];
  } else if (given === undefined)
    throw new UsageError(
      `The latest version of the secret ${name} is ${latest.state.toLowerCase()}. Enable it, or add a version, and run the command again.`,
    );
  return [storeValue(secret, given)];
}

const firstValue = (name: string): string => generated[name]?.() ?? none;

function storeValue(secret: string, value: string): Change {
  const by: Call = {
    method: "POST",
    url: `${secret}:addVersion`,
    body: { payload: { data: Buffer.from(value).toString("base64") } },
    hidesBody: true,
  };
  return { what: value === none ? 'store "none"' : "store a value", by };
}

/** @returns null if the secret has no value or its value is "none" */
export async function storedValue(google: Google, projectId: string, name: string): Promise<string | null> {
  const found = await google.read<{ payload: { data: string } }>(
    `${base}/projects/${projectId}/secrets/${name}/versions/latest:access`,
  );
  const value = found && Buffer.from(found.payload.data, "base64").toString("utf8");
  return value === none ? null : value;
}
