import type { Member } from "../../../../functions/src/contract/workspaces.js";
import { isRecord } from "../../http/body.js";
import { waitFor } from "../../processes/wait-for.js";
import type { Teammate } from "./demo-data.js";
import { ProductClient } from "./product-client.js";
import type { SeedTarget } from "./seed-target.js";
import { signIn } from "./sign-in.js";

/**
 * Invites the teammates who are not members yet to the demo account's workspace, and accepts with the links
 * that the local mail server received.
 * @returns the addresses that joined
 */
export async function joinTeammates(
  client: ProductClient,
  { appUrl, authUrl, mailUrl }: SeedTarget,
  teammates: readonly Teammate[],
): Promise<string[]> {
  const members = await client.get<Member[]>("/api/v1/members");
  const missing = teammates.filter(({ email }) => !members.some((member) => member.email === email));
  for (const { role, ...account } of missing) {
    const { idToken } = await signIn(authUrl, account);
    await client.post("/api/v1/invitations", { email: account.email, role });
    const token = await waitFor(
      `The invitation of ${account.email}`,
      () => invitationToken(mailUrl, account.email),
      30_000,
    );
    await new ProductClient(appUrl, idToken).post("/api/v1/invitations/accept", { token });
  }
  return missing.map(({ email }) => email);
}

/** The token in the newest invitation's link, or undefined until it has arrived. */
async function invitationToken(mailUrl: string, to: string): Promise<string | undefined> {
  const response = await fetch(`${mailUrl}/api/messages?to=${encodeURIComponent(to)}`);
  const body: unknown = await response.json();
  const messages: unknown[] = isRecord(body) && Array.isArray(body["messages"]) ? body["messages"] : [];
  for (const message of messages) {
    const text = isRecord(message) ? String(message["text"]) : "";
    const token = /mode=acceptInvitation&token=(\S+)/.exec(text)?.[1];
    if (token) return decodeURIComponent(token);
  }
  return undefined;
}
