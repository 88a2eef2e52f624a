import type { Change, Resource } from "./apply.js";
import type { Call } from "./call.js";
import type { Google } from "./google.js";
import { functionsAccount, tasksAccount } from "../../config/config.js";

const iam = "https://iam.googleapis.com/v1";

const emailOf = (projectId: string, account: string) => `${account}@${projectId}.iam.gserviceaccount.com`;

export const accounts = (projectId: string): Resource[] => [
  serviceAccount(projectId, functionsAccount, "Plumbline: what the functions run as"),
  serviceAccount(projectId, tasksAccount, "Plumbline: may call the task functions, nothing else"),
];

function serviceAccount(projectId: string, accountId: string, displayName: string): Resource {
  const url = `${iam}/projects/${projectId}/serviceAccounts`;
  return {
    name: `service account ${accountId}`,
    compare: async (google) =>
      (await google.read(`${url}/${emailOf(projectId, accountId)}`))
        ? []
        : [
            {
              what: "create",
              by: { method: "POST", url, body: { accountId, serviceAccount: { displayName } } },
            },
          ],
  };
}

/**
 * What the functions' account may do: what the code uses. The right to read each secret and to call each task function
 * is given by the deployment, which knows the functions.
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
    // Download links are signed without a key.
    accountPolicy("right to sign links", "roles/iam.serviceAccountTokenCreator", account(functionsAccount)),
    // Tasks carry the other account's token.
    accountPolicy("right to send tasks", "roles/iam.serviceAccountUser", account(tasksAccount)),
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
  // Refuses revoked tokens, makes the codes of account emails, ends and deletes accounts.
  "roles/firebaseauth.admin",
  "roles/logging.logWriter",
];

type Policy = {
  etag?: string;
  version?: number;
  bindings?: { role: string; members: string[]; condition?: unknown }[];
};

/** Adds roles to a policy and leaves all else as it is. The policy's etag refuses a write over somebody else's. */
function policy(
  name: string,
  member: string,
  roles: readonly string[],
  calls: { read: Call; write: (policy: Policy) => Call },
): Resource {
  return {
    name,
    async compare(google: Google): Promise<Change[]> {
      // Written over a policy that was not read, it would take everyone else's roles away.
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
      return [
        {
          what: `add ${missing.join(", ")}`,
          by: calls.write({ ...found, bindings: [...wider, ...added] }),
        },
      ];
    },
  };
}
