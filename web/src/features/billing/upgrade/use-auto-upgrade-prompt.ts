import { hasReport } from "@contract/runs";
import type { BillingStatus } from "@contract/billing";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useMatch, useSearchParams } from "react-router-dom";
import { useUser } from "reactfire";
import type { Upgrade } from "@/data/upgrade-context";
import { useMay } from "@/data/use-current-workspace";
import { runReportQuery } from "@/data/runs";

const storageKey = "plumbline-upgrade-offered";

/** True if the free run is used and there is no payment method for the next one. */
const shouldOfferUpgrade = ({ status, hasPaymentMethod, freeQuotaUsed }: BillingStatus): boolean =>
  status === "free_quota_exhausted" && !hasPaymentMethod && freeQuotaUsed > 0;

/**
 * Opens the upgrade modal automatically, once per sign-in and browser tab. The result of the free run comes first: if the
 * run ended during this visit, the modal waits until a report was opened and left. It is for those who can pay, and never
 * opens over an incident that is being read or a form that a report led to. Opened by hand, it has been offered.
 * @param billing undefined while unknown, also after a failed read
 */
export function useAutoUpgradePrompt(
  billing: BillingStatus | undefined,
  { isOpen, open }: Pick<Upgrade, "isOpen" | "open">,
): void {
  const { data: user } = useUser();
  const signIn = user ? `${user.uid} ${user.metadata.lastSignInTime ?? ""}` : null;
  const mayPay = useMay("createSetupIntent", false);
  const [search] = useSearchParams();
  const isInForm = search.has("add") || search.has("invite");
  const isBusy = useMatch("/incidents/:incidentId") !== null || isInForm;
  const isDue = billing !== undefined && shouldOfferUpgrade(billing);
  const hasSeenResult = useHasSeenResult(billing && isDue);
  useEffect(() => {
    if (signIn === null || lastOffer() === signIn) return;
    if (isOpen) return rememberOffer(signIn);
    if (!isDue || !mayPay || isBusy || !hasSeenResult) return;
    rememberOffer(signIn);
    open();
  }, [isDue, mayPay, isBusy, hasSeenResult, signIn, isOpen, open]);
}

/**
 * True if the free run was already used when the app was opened, or the report of a run that uses it was opened since and
 * then left. The billing status may arrive after that.
 */
function useHasSeenResult(isDue: boolean | undefined): boolean {
  const runId = useMatch("/reports/:runId/*")?.params.runId;
  const { data: report } = useQuery({ ...runReportQuery(runId ?? ""), enabled: false });
  const [wasDueAtStart, setWasDueAtStart] = useState<boolean | null>(null);
  const [hasOpenedReport, setHasOpenedReport] = useState(false);
  if (isDue !== undefined && wasDueAtStart === null) setWasDueAtStart(isDue);
  const usesFreeRun = report !== undefined && hasReport(report);
  if (runId !== undefined && usesFreeRun && !hasOpenedReport) setHasOpenedReport(true);
  return runId === undefined && (wasDueAtStart === true || hasOpenedReport);
}

let offeredInThisDocument: string | null = null;

function lastOffer(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return offeredInThisDocument;
  }
}

function rememberOffer(signIn: string): void {
  offeredInThisDocument = signIn;
  try {
    sessionStorage.setItem(storageKey, signIn);
  } catch {
    // Storage may be blocked; the modal then opens once per page load.
  }
}
