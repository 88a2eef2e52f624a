import type { Connection } from "@contract/connections";
import type { DetectorKey } from "@contract/detectors";
import type { Run } from "@contract/runs";
import type { Setup } from "@contract/setups";
import type { BrowserContext } from "@playwright/test";

/** A person with an account, and a client that calls the product's API as that person. */
export type Account = {
  readonly email: string;
  readonly password: string;
  readonly uid: string;
  readonly idToken: string;
  readonly api: Api;
  /** What the Firebase SDK stores about a signed-in user. */
  readonly session: object;
};

/** @throws Error with the answer if a call fails */
type Api = <T>(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: object,
) => Promise<T>;

type Person = { email: string; password: string; displayName: string };

/** An address of the running stack: `APP`, `AUTH`, `MIXPANEL`, `MAIL`, … */
export function stackUrl(part: string): string {
  const url = process.env[`PLUMBLINE_${part}_URL`];
  if (!url) throw new Error(`The stack is not running: PLUMBLINE_${part}_URL is empty.`);
  return url;
}

let accounts = 0;

/** Creates a new user at the identity provider and on the product's server, without the sign-up form. */
export function createAccount(displayName = "New Person"): Promise<Account> {
  const email = `person-${process.pid}-${Date.now()}-${++accounts}@example.com`;
  return signUpAs({ email, password: "a long password", displayName });
}

export async function signUpAs(person: Person): Promise<Account> {
  const { email, password, displayName } = person;
  await authenticate("signUp", person);
  // If a second begins during a sign-up, the Auth emulator calls its token revoked.
  const signedIn = await signInAs(email, password);
  const account = { ...signedIn, session: { ...signedIn.session, displayName } };
  await account.api("POST", "/api/v1/users", { email, displayName, firebaseUid: account.uid });
  return account;
}

/** Like `createAccount`, but with a verified address, so that the user gets emails and may invite people. */
export const verifiedAccount = async (displayName?: string): Promise<Account> =>
  withVerifiedAddress(await createAccount(displayName));

export async function withVerifiedAddress({ uid: localId, email, password }: Account): Promise<Account> {
  const answer = await fetch(
    `${stackUrl("AUTH")}/identitytoolkit.googleapis.com/v1/projects/demo-plumbline/accounts:update`,
    {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer owner" },
      body: JSON.stringify({ localId, emailVerified: true }),
    },
  );
  if (!answer.ok) throw new Error(`not verified: ${answer.status} ${await answer.text()}`);
  // Only a token issued after the change contains it.
  const account = await signInAs(email, password);
  await account.api("GET", "/api/auth/user");
  return { ...account, session: { ...account.session, emailVerified: true } };
}

export const signInAs = (email: string, password: string): Promise<Account> =>
  authenticate("signInWithPassword", { email, password, displayName: "" });

/**
 * Makes the pages of a context start signed in, as if the user had logged in on an earlier visit. Logging out
 * works.
 */
export async function openSession(context: BrowserContext, { session }: Account): Promise<void> {
  await context.addInitScript(
    ({ key, value }) => {
      if (!location.protocol.startsWith("http") || sessionStorage.getItem("session-opened")) return;
      sessionStorage.setItem("session-opened", "yes");
      localStorage.setItem(key, value);
    },
    { key: `firebase:authUser:${apiKey}:[DEFAULT]`, value: JSON.stringify(session) },
  );
}

export type Project = {
  projectId: string;
  projectName: string;
  region: "us" | "eu" | "india";
  serviceUsername: string;
  secretRef: string;
};

const demoServiceAccount = { serviceUsername: "demo.plumbline.mp-service-account", secretRef: "demo-secret" };

/** The Mixpanel stand-in's shop with its planted faults. */
export const demoShop: Project = {
  projectId: "1000001",
  projectName: "Storefront production",
  region: "us",
  ...demoServiceAccount,
};
/** A smaller version of the same shop; a run takes seconds. */
export const smallShop: Project = {
  projectId: "1000002",
  projectName: "Small shop",
  region: "us",
  ...demoServiceAccount,
};

export async function connect({ api }: Account, project: Project): Promise<Connection> {
  const { id } = await api<Connection>("POST", "/api/v1/mixpanel/connections", project);
  return api<Connection>("POST", `/api/v1/mixpanel/connections/${id}/verify`);
}

type SetupChoices = {
  name?: string;
  detectors?: readonly DetectorKey[];
  scheduleCron?: string;
  description?: string;
};

export const createSetup = (
  { api }: Account,
  { id: connectionId }: Pick<Connection, "id">,
  {
    name = "Core funnel tracking",
    detectors = ["event_count_change"],
    scheduleCron = "",
    description = "",
  }: SetupChoices = {},
): Promise<Setup> =>
  api("POST", "/api/v1/setups", {
    name,
    description,
    connectionId,
    scheduleCron,
    selectedDetectors: detectors.map((key) => ({ key, settings: {} })),
  });

/**
 * Runs a setup and waits for it to end.
 * @throws Error if it takes longer than four minutes
 */
export async function finishedRun({ api }: Account, { id }: Setup): Promise<Run> {
  const { id: runId } = await api<Run>("POST", `/api/v1/setups/${id}/run`, {});
  const deadline = Date.now() + 240_000;
  while (Date.now() < deadline) {
    const run = await api<Run>("GET", `/api/v1/runs/${runId}/report`);
    if (run.status !== "pending" && run.status !== "running" && run.isRecorded) return run;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`run ${runId} has not ended in four minutes`);
}

/** API key of the local demo project; see `web/.env`. */
const apiKey = "demo-api-key";

async function authenticate(method: "signUp" | "signInWithPassword", person: Person): Promise<Account> {
  const address = `${stackUrl("AUTH")}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=${apiKey}`;
  const answer = await post(address, { ...person, returnSecureToken: true });
  const { localId: uid, idToken, refreshToken, email, displayName } = answer as Record<string, string>;
  const now = String(Date.now());
  const session = {
    uid,
    email,
    emailVerified: false,
    displayName,
    isAnonymous: false,
    providerData: [],
    stsTokenManager: { refreshToken, accessToken: idToken, expirationTime: Date.now() + 3_600_000 },
    createdAt: now,
    lastLoginAt: now,
    apiKey,
    appName: "[DEFAULT]",
  };
  return {
    email: person.email,
    password: person.password,
    uid: uid ?? "",
    idToken: idToken ?? "",
    api: apiOf(idToken ?? ""),
    session,
  };
}

const apiOf =
  (idToken: string): Api =>
  async <T>(method: string, path: string, body?: object) => {
    const answer = await fetch(stackUrl("APP") + path, {
      method,
      headers: { authorization: `Bearer ${idToken}`, "content-type": "application/json" },
      body: method === "GET" || method === "DELETE" ? undefined : JSON.stringify(body ?? {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };

async function post(address: string, body: object): Promise<unknown> {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
