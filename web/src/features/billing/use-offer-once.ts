import type { BillingStatus } from "@contract/billing";
import { useEffect } from "react";
import { useUser } from "reactfire";

const storageKey = "plumbline-upgrade-offered";

/** The free run is used up and nothing else can pay for the next one. */
export const shouldOfferUpgrade = ({ status, hasPaymentMethod, freeQuotaUsed }: BillingStatus): boolean =>
  status === "free_quota_exhausted" && !hasPaymentMethod && freeQuotaUsed > 0;

/** Opens the upgrade modal by itself, once per sign-in and browser tab session. */
export function useOfferOnce(billing: BillingStatus | undefined, open: () => void): void {
  const { data: user } = useUser();
  const signIn = user ? `${user.uid} ${user.metadata.lastSignInTime ?? ""}` : null;
  const isDue = billing !== undefined && shouldOfferUpgrade(billing);
  useEffect(() => {
    if (!isDue || signIn === null || lastOffer() === signIn) return;
    rememberOffer(signIn);
    open();
  }, [isDue, signIn, open]);
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
    // Storage may be blocked; once per document is the next best.
  }
}
