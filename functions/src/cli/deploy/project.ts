import { madeOnce, type Resource } from "./apply.js";
import type { Call } from "./call.js";
import type { Google } from "./google.js";
import { UsageError } from "../usage-error.js";

/** APIs needed to inspect the project. */
const firstApis = ["cloudresourcemanager", "cloudbilling", "iam"];
/** Service Usage enables at most 20 per call. */
const otherApis = [
  "artifactregistry",
  "cloudbuild",
  "cloudfunctions",
  "cloudscheduler",
  "cloudtasks",
  "eventarc",
  "firebase",
  "firebasehosting",
  "firebaserules",
  "firebasestorage",
  "firestore",
  "iamcredentials",
  "identitytoolkit",
  "logging",
  "pubsub",
  "run",
  "secretmanager",
  "storage",
];

/** The first APIs are enabled before billing is checked, because the check needs them. */
export const firstServices = (projectId: string) => services(projectId, "basic APIs", firstApis);
export const otherServices = (projectId: string) => services(projectId, "APIs", otherApis);

function services(projectId: string, name: string, apis: string[]): Resource {
  const base = "https://serviceusage.googleapis.com/v1";
  const project = `${base}/projects/${projectId}`;
  return {
    name,
    async compare(google) {
      const names = apis.map((api) => `names=projects/${projectId}/services/${api}.googleapis.com`).join("&");
      const found = await google.read<{ services?: { name: string; state: string }[] }>(
        `${project}/services:batchGet?${names}`,
      );
      const enabled = new Set(
        (found?.services ?? [])
          .filter(({ state }) => state === "ENABLED")
          .map(({ name }) => name.split("/").at(-1)),
      );
      const missing = apis.map((api) => `${api}.googleapis.com`).filter((api) => !enabled.has(api));
      if (missing.length === 0) return [];
      const url = `${project}/services:batchEnable`;
      const by: Call = { method: "POST", url, body: { serviceIds: missing }, operationsAt: base };
      return [{ what: `enable ${missing.length}`, by }];
    },
  };
}

/** @throws UsageError if there is no active billing account, because only a person can decide who pays */
export async function requireBilling(google: Google, projectId: string): Promise<void> {
  const billing = await google.read<{ billingEnabled?: boolean }>(
    `https://cloudbilling.googleapis.com/v1/projects/${projectId}/billingInfo`,
  );
  if (billing === null || billing.billingEnabled) return;
  throw new UsageError(
    `The project has no active billing account. Link one at https://console.cloud.google.com/billing/linkedaccount?project=${projectId} and run the command again.`,
  );
}

const firebase = "https://firebase.googleapis.com/v1beta1";

export const firebaseProject = (projectId: string): Resource => {
  const url = `${firebase}/projects/${projectId}`;
  const add: Call = { method: "POST", url: `${url}:addFirebase`, body: {}, operationsAt: firebase };
  return madeOnce("Firebase", url, "add it to the project", add);
};

export const hostingSite = (projectId: string): Resource => {
  const sites = `https://firebasehosting.googleapis.com/v1beta1/projects/${projectId}/sites`;
  return {
    name: "hosting site",
    async compare(google) {
      const found = await google.read<{ sites?: { type: string }[] }>(sites);
      if (found?.sites?.some(({ type }) => type === "DEFAULT_SITE")) return [];
      const by: Call = { method: "POST", url: `${sites}?siteId=${projectId}`, body: {} };
      return [{ what: `create ${projectId}`, by }];
    },
  };
};

const webAppName = "Plumbline";

export const webApp = (projectId: string): Resource => ({
  name: "web app",
  async compare(google) {
    if (await findWebApp(google, projectId)) return [];
    const url = `${firebase}/projects/${projectId}/webApps`;
    const by: Call = { method: "POST", url, body: { displayName: webAppName }, operationsAt: firebase };
    return [{ what: `register "${webAppName}"`, by }];
  },
});

async function findWebApp(google: Google, projectId: string): Promise<{ appId: string } | undefined> {
  const found = await google.read<{ apps?: { appId: string; displayName?: string }[] }>(
    `${firebase}/projects/${projectId}/webApps?pageSize=100`,
  );
  return found?.apps?.find(({ displayName }) => displayName === webAppName) ?? found?.apps?.[0];
}

export type WebConfig = { apiKey: string; authDomain: string; projectId: string; appId: string };

/** @returns null if Firebase doesn't list the app (yet) */
export async function webConfig(google: Google, projectId: string): Promise<WebConfig | null> {
  const app = await findWebApp(google, projectId);
  return app ? google.read<WebConfig>(`${firebase}/projects/-/webApps/${app.appId}/config`) : null;
}
