import type { Channel } from "../../contract/channels/channels.js";
import { toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { addressHash } from "../../ports/rate-limiter.js";
import { actionMail } from "../mails/action-mail.js";
import { taskId } from "../../common/task-id.js";
import type { Actor } from "../workspaces/actor.js";
import { addressLink } from "./address-token.js";

type Deps = Pick<Dependencies, "clock" | "mailer" | "rateLimiter" | "settings" | "workspaces">;

/**
 * Emails a confirmation link to the addresses that are not confirmed yet. Each address gets only a few emails
 * an hour.
 * @throws AppError `rate-limited`
 */
export async function inviteAddresses(
  deps: Deps,
  actor: Actor,
  { id, name }: Channel,
  addresses: Channel["addresses"],
): Promise<void> {
  const missing = addresses.filter(({ confirmedAt }) => confirmedAt === null);
  if (missing.length === 0) return;
  const workspace = await deps.workspaces.name(actor.workspaceId);
  for (const { email } of missing) {
    await deps.rateLimiter.use(addressHash(email), "accountMail");
    const grant = { purpose: "confirm", workspaceId: actor.workspaceId, channelId: id, email } as const;
    await deps.mailer.send(
      actionMail({
        id: taskId("confirmAddress", id, email, toInstant(deps.clock.now())).slice(0, 40),
        to: email,
        subject: `Confirm emails from Plumbline about ${workspace}`,
        paragraphs: [
          `${actor.email} added this address to the list “${name}”. It gets messages about problems in ${workspace}'s tracking.`,
          "Nothing more is sent until you confirm.",
        ],
        button: { label: "Confirm this address", url: addressLink(deps.settings, grant) },
        reason: "You received this because someone entered your address. You can ignore it.",
      }),
    );
  }
}
