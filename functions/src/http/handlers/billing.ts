import { cancelBilling, resumeBilling } from "../../features/billing/cancel-and-resume.js";
import { createSetupIntent } from "../../features/billing/create-setup-intent.js";
import { getBillingEstimate } from "../../features/setups/get-estimate.js";
import { getBillingStatus, getBillingSummary } from "../../features/billing/get-summary.js";
import { listUsage } from "../../features/billing/usage/list-usage.js";
import { getPricing } from "../../features/billing/plan-price.js";
import { runPermission } from "../../features/billing/account/run-permission.js";
import { setSpendingLimit } from "../../features/billing/set-spending-limit.js";
import { audited, recordAudit } from "../../features/workspaces/audit.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { type Handlers, page } from "../endpoint.js";

export const billingHandlers = (deps: Dependencies) =>
  ({
    getBillingStatus: ({ actor }) => getBillingStatus(deps, actor.workspaceId),
    getBillingConfig: () => ({
      stripePublishableKey: deps.payments?.publishableKey ?? null,
      stripeAvailable: deps.payments !== null,
    }),
    listUsage: async ({ actor, query }) => page(await listUsage(deps, actor.workspaceId, query)),
    getPricing: ({ actor, logger }) => getPricing({ ...deps, logger }, actor.workspaceId),
    getBillingSummary: ({ actor, logger }) => getBillingSummary({ ...deps, logger }, actor.workspaceId),
    getRunPermission: async ({ actor }) =>
      runPermission((await deps.billing.account(actor.workspaceId)).billing, deps.clock.now()),
    setSpendingLimit: async ({ actor, body, logger }) => {
      const limit = await setSpendingLimit({ ...deps, logger }, actor, body.spendingLimitCents);
      const { spendingLimitCents: cents } = limit;
      await recordAudit(
        deps,
        actor,
        "billing.spending-limit-set",
        cents === null ? "none" : `${cents / 100} a period`,
      );
      return limit;
    },
    createSetupIntent: ({ actor, body }) =>
      audited(deps, actor, "billing.checkout-opened", createSetupIntent(deps, actor, body.purpose)),
    cancelBilling: ({ actor }) => audited(deps, actor, "billing.canceled", cancelBilling(deps, actor)),
    resumeBilling: ({ actor }) => audited(deps, actor, "billing.resumed", resumeBilling(deps, actor)),
    getBillingEstimate: ({ actor, logger }) => getBillingEstimate({ ...deps, logger }, actor.workspaceId),
  }) satisfies Partial<Handlers>;
