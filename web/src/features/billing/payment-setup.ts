import type { BillingStatus } from "@contract/billing";

export type PaymentOutcome = "popup-blocked" | "timed-out" | "unconfirmed" | "confirmed" | "aborted";

/** From the click until the window is closed; from then on until the method is there or given up. */
export type PaymentStage = "checkout" | "confirming";

/** What the flow needs of the world. */
export type PaymentSteps = {
  /** Creates the setup intent; rejects when it cannot. */
  createCheckout: () => Promise<{ checkoutUrl: string }>;
  /** Opens the checkout window; null when the browser blocks it. */
  openWindow: (url: string) => Pick<Window, "closed"> | null;
  readStatus: () => Promise<Pick<BillingStatus, "hasPaymentMethod">>;
  /** Told of each stage as it begins. */
  onStage: (stage: PaymentStage) => void;
  /** Ends all waiting, for example at sign-out. */
  signal: AbortSignal;
};

/** Milliseconds, and how often. */
export const paymentLimits = {
  closureCheckMs: 500,
  checkoutTimeoutMs: 10 * 60_000,
  pollMs: 2_000,
  pollAttempts: 60,
} as const;

/**
 * Opens the checkout, waits until its window is closed, then asks until the payment method has arrived
 * (the card provider tells the server by a webhook, which may take a while).
 * @throws what `createCheckout` rejects with
 */
export async function setUpPayment(steps: PaymentSteps): Promise<PaymentOutcome> {
  steps.onStage("checkout");
  const { checkoutUrl } = await steps.createCheckout();
  if (steps.signal.aborted) return "aborted";
  const checkout = steps.openWindow(checkoutUrl);
  if (!checkout) return "popup-blocked";
  if (!(await isClosedInTime(checkout, steps.signal))) return steps.signal.aborted ? "aborted" : "timed-out";
  steps.onStage("confirming");
  const isConfirmed = await isConfirmedInTime(steps);
  if (steps.signal.aborted) return "aborted";
  return isConfirmed ? "confirmed" : "unconfirmed";
}

async function isClosedInTime(checkout: Pick<Window, "closed">, signal: AbortSignal): Promise<boolean> {
  const deadline = Date.now() + paymentLimits.checkoutTimeoutMs;
  while (!checkout.closed) {
    if (signal.aborted || Date.now() >= deadline) return false;
    await pause(paymentLimits.closureCheckMs, signal);
  }
  return true;
}

async function isConfirmedInTime({ readStatus, signal }: PaymentSteps): Promise<boolean> {
  for (let attempt = 1; attempt <= paymentLimits.pollAttempts && !signal.aborted; attempt++) {
    // One answer that fails to come is no verdict; the next may.
    const status = await readStatus().catch(() => null);
    if (status?.hasPaymentMethod) return true;
    if (attempt < paymentLimits.pollAttempts) await pause(paymentLimits.pollMs, signal);
  }
  return false;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
