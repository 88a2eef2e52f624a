import { cancelBilling } from "../../features/billing/cancel-billing.js";
import { createSetupIntent } from "../../features/billing/create-setup-intent.js";
import { getBillingStatus } from "../../features/billing/get-status.js";
import { getBillingSummary } from "../../features/billing/get-summary.js";
import { listUsage } from "../../features/billing/list-usage.js";
import { getPricing } from "../../features/billing/plan-price.js";
import { runPermission } from "../../features/billing/run-permission.js";
import type { Dependencies } from "../../features/dependencies.js";
import { type Handlers, page } from "../endpoint.js";

type Names =
  | "getBillingStatus"
  | "getBillingConfig"
  | "listUsage"
  | "getPricing"
  | "getBillingSummary"
  | "getRunPermission"
  | "createSetupIntent"
  | "cancelBilling";

export const billingHandlers = (deps: Dependencies): Pick<Handlers, Names> => ({
  getBillingStatus: ({ actor }) => getBillingStatus(deps, actor.uid),
  getBillingConfig: () => ({
    stripePublishableKey: deps.payments?.publishableKey ?? null,
    stripeAvailable: deps.payments !== null,
  }),
  listUsage: async ({ actor, query }) => page(await listUsage(deps, actor.uid, query)),
  getPricing: ({ actor, logger }) => getPricing({ ...deps, logger }, actor.uid),
  getBillingSummary: ({ actor, logger }) => getBillingSummary({ ...deps, logger }, actor.uid),
  getRunPermission: async ({ actor }) => runPermission((await deps.billing.account(actor.uid)).billing),
  createSetupIntent: ({ actor }) => createSetupIntent(deps, actor),
  cancelBilling: ({ actor }) => cancelBilling(deps, actor.uid),
});
