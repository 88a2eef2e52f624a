import { type Change, madeOnce, type Resource } from "./apply.js";
import type { Call } from "./call.js";
import type { Google } from "./google.js";
import { functionsAccount, tasksAccount } from "../../config/config.js";

const iam = "https://iam.googleapis.com/v1";

const emailOf = (projectId: string, account: string) => `${account}@${projectId}.iam.gserviceaccount.com`;

export const accounts = (projectId: string): Resource[] => [
  serviceAccount(projectId, functionsAccount, "Plumbline: runs the functions"),
  serviceAccount(projectId, tasksAccount, "Plumbline: may only call the task functions"),
];

function serviceAccount(projectId: string, accountId: string, displayName: string): Resource {
  const url = `${iam}/projects/${projectId}/serviceAccounts`;
  const body = { accountId, serviceAccount: { displayName } };
  const name = `service account ${accountId}`;
  return madeOnce(name, `${url}/${emailOf(projectId, accountId)}`, "create", { method: "POST", url, body });
}

/**
 * Roles of the functions' account, limited to what the code uses. `firebase deploy` grants the permissions to read
 * each secret and to call each task function.
 */
export function grants(projectId: string, bucket: string): Resource[] {
  const functions = `serviceAccount:${emailOf(projectId, functionsAccount)}`;
  const account = (name: string) =>
    `${iam}/projects/${projectId}/serviceAccounts/${emailOf(projectId, name)}`;
  const project = `https://cloudresourcemanager.googleapis.com/v3/projects/${projectId}`;
  return [
    policy("roles in the project", functions, projectRoles, {
      read: {
        method: "POST",
        url: `${project}:getIamPolicy`,
        body: { options: { requestedPolicyVersion: 3 } },
      },
      write: (policy) => ({ method: "POST", url: `${project}:setIamPolicy`, body: { policy } }),
    }),
    policy("role for the bucket", functions, ["roles/storage.objectAdmin"], {
      read: {
        method: "GET",
        url: `https://storage.googleapis.com/storage/v1/b/${bucket}/iam?optionsRequestedPolicyVersion=3`,
      },
      write: (policy) => ({
        method: "PUT",
        url: `https://storage.googleapis.com/storage/v1/b/${bucket}/iam`,
        body: policy,
      }),
    }),
    // Lets the account sign download links without a key.
    accountPolicy(
      "permission to sign links",
      "roles/iam.serviceAccountTokenCreator",
      account(functionsAccount),
    ),
    // Lets the functions send tasks that are authenticated as the other account.
    accountPolicy("permission to send tasks", "roles/iam.serviceAccountUser", account(tasksAccount)),
  ];

  function accountPolicy(name: string, role: string, url: string): Resource {
    return policy(name, functions, [role], {
      read: { method: "POST", url: `${url}:getIamPolicy?options.requestedPolicyVersion=3`, body: {} },
      write: (policy) => ({ method: "POST", url: `${url}:setIamPolicy`, body: { policy } }),
    });
  }
}

const projectRoles = [
  "roles/cloudtasks.enqueuer",
  "roles/datastore.user",
  // For refusing revoked tokens, creating the codes in account emails, ending sessions and deleting accounts.
  "roles/firebaseauth.admin",
  "roles/logging.logWriter",
];

type Policy = {
  etag?: string;
  version?: number;
  bindings?: { role: string; members: string[]; condition?: unknown }[];
};

/** Adds roles to a policy and keeps everything else. The etag makes a write fail if the policy has changed since. */
function policy(
  name: string,
  member: string,
  roles: readonly string[],
  calls: { read: Call; write: (policy: Policy) => Call },
): Resource {
  return {
    name,
    async compare(google: Google): Promise<Change[]> {
      // A policy that looks missing must not be written, because that would remove everyone else's roles.
      const found = (await google.read<Policy>({ ...calls.read, mustExist: true })) ?? {};
      const bindings = found.bindings ?? [];
      const missing = roles.filter(
        (role) =>
          !bindings.some((held) => held.role === role && !held.condition && held.members.includes(member)),
      );
      if (missing.length === 0) return [];
      const wider = bindings.map((held) =>
        missing.includes(held.role) && !held.condition
          ? { ...held, members: [...held.members, member] }
          : held,
      );
      const added = missing
        .filter((role) => !wider.some((held) => held.role === role && !held.condition))
        .map((role) => ({ role, members: [member] }));
      const by = calls.write({ ...found, bindings: [...wider, ...added] });
      return [{ what: `add ${missing.join(", ")}`, by }];
    },
  };
}
