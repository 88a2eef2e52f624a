import { type Change, madeOnce, type Resource } from "./apply.js";
import type { Json } from "./call.js";

const base = "https://identitytoolkit.googleapis.com";

/** The same as in the sign-up form. */
const minPasswordLength = 6;

/** The fields used from https://cloud.google.com/identity-platform/docs/reference/rest/v2/Config. */
type Config = {
  signIn?: { email?: { enabled?: boolean } };
  emailPrivacyConfig?: { enableImprovedEmailPrivacy?: boolean };
  passwordPolicyConfig?: {
    passwordPolicyEnforcementState?: string;
    passwordPolicyVersions?: { customStrengthOptions?: { minPasswordLength?: number } }[];
  };
  authorizedDomains?: string[];
};

/** Google's initial configuration, used in a dry run if the project has none yet. */
const newConfig = (projectId: string): Config => ({
  authorizedDomains: ["localhost", `${projectId}.firebaseapp.com`, `${projectId}.web.app`],
});

const configUrl = (projectId: string): string => `${base}/admin/v2/projects/${projectId}/config`;

export const authentication = (projectId: string): Resource =>
  madeOnce("Firebase Authentication", configUrl(projectId), "turn on", {
    method: "POST",
    url: `${base}/v2/projects/${projectId}/identityPlatform:initializeAuth`,
    body: {},
  });

/** Sign-in with email and password. Keeps other methods and stricter password rules. */
export function signIn(projectId: string, appUrl: string): Resource {
  const host = new URL(appUrl).hostname;
  return {
    name: "sign-in",
    async compare(google): Promise<Change[]> {
      const found = (await google.read<Config>(configUrl(projectId))) ?? newConfig(projectId);
      const policy = found.passwordPolicyConfig;
      const length = policy?.passwordPolicyVersions?.[0]?.customStrengthOptions?.minPasswordLength ?? 0;
      const fields: Record<string, Json> = {};
      if (!found.signIn?.email?.enabled)
        fields["signIn.email.enabled"] = { signIn: { email: { enabled: true } } };
      // Keeps error messages from revealing who has an account.
      if (!found.emailPrivacyConfig?.enableImprovedEmailPrivacy)
        fields["emailPrivacyConfig"] = { emailPrivacyConfig: { enableImprovedEmailPrivacy: true } };
      if (policy?.passwordPolicyEnforcementState !== "ENFORCE" || length < minPasswordLength)
        fields["passwordPolicyConfig"] = {
          passwordPolicyConfig: {
            passwordPolicyEnforcementState: "ENFORCE",
            passwordPolicyVersions: [{ customStrengthOptions: { minPasswordLength } }],
          },
        };
      const domains = found.authorizedDomains ?? [];
      if (!domains.includes(host)) fields["authorizedDomains"] = { authorizedDomains: [...domains, host] };
      const paths = Object.keys(fields);
      if (paths.length === 0) return [];
      const url = `${configUrl(projectId)}?updateMask=${paths.join(",")}`;
      const body = Object.assign({}, ...Object.values(fields)) as Json;
      return [{ what: `set ${paths.join(", ")}`, by: { method: "PATCH", url, body } }];
    },
  };
}
