import { createHmac } from "node:crypto";
import {
  blockedTexts,
  freeQuotaLimit,
  type BillingStatus,
  type BlockedBy,
} from "../../../contract/billing.js";
import { blockedBy, newBillingLimits, type BillingLimits } from "./billing-limits.js";
import type { ProjectRef } from "../../../common/object-paths.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";

/** The billing fields that decide whether the account may start a run. */
export type BillingState = Pick<
  BillingStatus,
  "status" | "freeQuotaUsed" | "freeQuotaLimit" | "hasPaymentMethod"
> & { limits: BillingLimits };

export type RunPermission = { canStartRun: boolean; requiresUpgrade: boolean; blockedBy: BlockedBy | null };

/** A new account: one free run, no payment method. */
export const initialBilling: BillingState = {
  status: "active",
  freeQuotaUsed: 0,
  freeQuotaLimit,
  hasPaymentMethod: false,
  limits: newBillingLimits,
};

/**
 * Whether a run may start: the status is `active` or the account has a payment method, and nothing else
 * blocks it.
 */
export function runPermission(state: BillingState, now: Date): RunPermission {
  const blocked = blockedBy(state, now);
  return {
    canStartRun: blocked === null,
    requiresUpgrade: blocked !== null && blockedTexts[blocked].needsUpgrade,
    blockedBy: blocked,
  };
}

/** Whether the next run that produces a report is free. The first one is, even for paying accounts. */
export const hasFreeRun = ({ freeQuotaUsed, freeQuotaLimit }: BillingState): boolean =>
  freeQuotaUsed < freeQuotaLimit;

/** The billing state after a run that produced a report. */
export function afterBilledRun(state: BillingState): BillingState {
  if (!hasFreeRun(state)) return state;
  const used = { ...state, freeQuotaUsed: state.freeQuotaUsed + 1 };
  const isExhausted = !hasFreeRun(used) && !used.hasPaymentMethod && used.status === "active";
  return { ...used, status: isExhausted ? "free_quota_exhausted" : used.status };
}

/**
 * One workspace's use of a free run on one Mixpanel project. Both are keyed hashes, so neither can be
 * identified.
 */
export type FreeRunUse = { project: string; holder: string };

export const freeRunUse = (
  hashKey: string,
  workspaceId: WorkspaceId,
  { region, projectId }: Pick<ProjectRef, "region" | "projectId">,
): FreeRunUse => ({
  project: keyedHash(hashKey, ["free-run-project", region, projectId]),
  holder: keyedHash(hashKey, ["free-run-workspace", workspaceId]),
});

/**
 * Whether a workspace may use its free run on a project. A workspace that has started one may try again until
 * it has a report.
 * @param allowed how many workspaces per project
 */
export const mayUseFreeRun = ({ holder }: FreeRunUse, holders: readonly string[], allowed: number): boolean =>
  holders.includes(holder) || holders.length < allowed;

const keyedHash = (key: string, parts: readonly string[]): string =>
  createHmac("sha256", key).update(JSON.stringify(parts)).digest("hex");
