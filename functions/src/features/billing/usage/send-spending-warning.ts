import type { Dependencies } from "../../../composition/dependencies.js";
import type { TaskPayload } from "../../../ports/task-queue.js";
import { standardPrice } from "../plan-price.js";
import { periodRows } from "../account/billing-limits.js";
import { taskId } from "../../../common/task-id.js";
import { activePeople } from "../../users/active-people.js";
import { actionMail } from "../../mails/action-mail.js";

/** Emails the owners that the period's spending is close to the limit or has reached it. */
export async function sendSpendingWarning(
  deps: Dependencies,
  { workspaceId }: TaskPayload<"sendSpendingWarning">,
): Promise<void> {
  const { runs, workspaces, mailer, settings, clock, logger } = deps;
  const { limits } = (await runs.account(workspaceId)).billing;
  if (!limits.spendingLimit || !limits.period || !mailer.isConfigured) return;
  const rows = periodRows(limits, clock.now());
  const isReached = rows >= limits.spendingLimit.rows;
  const name = await workspaces.name(workspaceId);
  const owners = (await workspaces.members(workspaceId)).filter(({ role }) => role === "owner");
  const people = await activePeople(
    deps,
    owners.map(({ uid }) => uid),
  );
  for (const { uid, email, isEmailVerified } of people.values()) {
    if (!isEmailVerified) continue;
    await mailer.send(
      actionMail({
        id: taskId("spending", workspaceId, uid, limits.period.start, limits.spendingLimit.cents).slice(
          0,
          40,
        ),
        to: email,
        subject: isReached
          ? `${name} has reached its spending limit`
          : `${name} has used 80% of its spending limit`,
        paragraphs: [
          `Runs in this billing period have used ${rows.toLocaleString("en-US")} checks; the limit of ${dollars(limits.spendingLimit.cents)} allows ${limits.spendingLimit.rows.toLocaleString("en-US")}.`,
          isReached
            ? "Runs have stopped. They start again with the next period, or as soon as you raise the limit."
            : "When the limit is reached, runs stop until the next period or until you raise it.",
        ],
        button: { label: "Review the limit", url: `${settings.appUrl}/settings` },
        reason: "You received this because you are an owner of this workspace.",
      }),
    );
    logger.info("spending warning sent", { workspaceId, uid, isReached });
  }
}

const dollars = (cents: number): string =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: standardPrice.currency }).format(cents / 100);
