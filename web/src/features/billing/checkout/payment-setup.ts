import type { BillingStatus } from "@contract/billing";

export type PaymentOutcome = "popup-blocked" | "timed-out" | "unconfirmed" | "confirmed" | "aborted";

/** `checkout`: the window is open. `confirming`: waiting until the server knows the payment method. */
export type PaymentStage = "checkout" | "confirming";

/** Side effects of the flow, passed in for tests. */
export type PaymentSteps = {
  /** Creates the setup intent; rejects on failure. */
  createCheckout: () => Promise<{ checkoutUrl: string }>;
  /** Opens the checkout window; null when the browser blocks it. */
  openWindow: (url: string) => Pick<Window, "closed"> | null;
  readStatus: () => Promise<Pick<BillingStatus, "hasPaymentMethod">>;
  /** Called as each stage begins. */
  onStage: (stage: PaymentStage) => void;
  /** Aborts all waiting, for example at sign-out. */
  signal: AbortSignal;
};

/** Intervals and timeouts in milliseconds, and the number of attempts. */
export const paymentLimits = {
  closureCheckMs: 500,
  checkoutTimeoutMs: 10 * 60_000,
  pollMs: 2_000,
  pollAttempts: 60,
} as const;

/**
 * Opens the checkout, waits until its window is closed, then polls until the payment method has arrived
 * (the card provider tells the server through a webhook, which can take a while).
 * @throws the error that `createCheckout` rejects with
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
    // A failed poll is not an answer; try again.
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

const popup = { width: 800, height: 600 };

/** Opens the checkout window, centered over the browser window; null if the browser blocks it. */
export function openCheckout(url: string): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - popup.width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - popup.height) / 2);
  const features = `popup,width=${popup.width},height=${popup.height},left=${left},top=${top}`;
  return window.open(url, "plumbline-checkout", features);
}
