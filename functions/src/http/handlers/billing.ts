import { cancelBilling, resumeBilling } from "../../features/billing/cancel-and-resume.js";
import { createSetupIntent } from "../../features/billing/create-setup-intent.js";
import { getBillingEstimate } from "../../features/setups/get-estimate.js";
import { getBillingStatus } from "../../features/billing/get-status.js";
import { getBillingSummary } from "../../features/billing/get-summary.js";
import { listUsage } from "../../features/billing/usage/list-usage.js";
import { getPricing } from "../../features/billing/plan-price.js";
import { runPermission } from "../../features/billing/account/run-permission.js";
import { setSpendingLimit } from "../../features/billing/set-spending-limit.js";
import { recordAudit } from "../../features/workspaces/audit.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { type Handlers, page } from "../endpoint.js";

type Names =
  | "getBillingStatus"
  | "getBillingConfig"
  | "listUsage"
  | "getPricing"
  | "getBillingSummary"
  | "getRunPermission"
  | "createSetupIntent"
  | "cancelBilling"
  | "resumeBilling"
  | "setSpendingLimit"
  | "getBillingEstimate";

export const billingHandlers = (deps: Dependencies): Pick<Handlers, Names> => ({
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
    const limit = await setSpendingLimit({ ...deps, logger }, actor.workspaceId, body.spendingLimitCents);
    const { spendingLimitCents: cents } = limit;
    await recordAudit(
      deps,
      actor,
      "billing.spending-limit-set",
      cents === null ? "none" : `${cents / 100} a period`,
    );
    return limit;
  },
  createSetupIntent: async ({ actor, body }) => {
    const intent = await createSetupIntent(deps, actor, body.purpose);
    await recordAudit(deps, actor, "billing.checkout-opened", "");
    return intent;
  },
  cancelBilling: async ({ actor }) => {
    const end = await cancelBilling(deps, actor.workspaceId);
    await recordAudit(deps, actor, "billing.canceled", "");
    return end;
  },
  resumeBilling: async ({ actor }) => {
    const end = await resumeBilling(deps, actor.workspaceId);
    await recordAudit(deps, actor, "billing.resumed", "");
    return end;
  },
  getBillingEstimate: ({ actor, logger }) => getBillingEstimate({ ...deps, logger }, actor.workspaceId),
});
