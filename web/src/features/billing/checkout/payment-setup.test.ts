import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { paymentLimits, setUpPayment, type PaymentSteps } from "./payment-setup";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const { closureCheckMs, checkoutTimeoutMs, pollMs, pollAttempts } = paymentLimits;

function flow(change: Partial<PaymentSteps> = {}) {
  const checkout = { closed: false };
  const abort = new AbortController();
  const steps = {
    createCheckout: vi.fn(() => Promise.resolve({ checkoutUrl: "https://pay.test/1" })),
    openWindow: vi.fn((): { closed: boolean } | null => checkout),
    readStatus: vi.fn(() => Promise.resolve({ hasPaymentMethod: false })),
    onStage: vi.fn(),
    signal: abort.signal,
    ...change,
  };
  let outcome: unknown = "pending";
  void setUpPayment(steps).then(
    (value) => (outcome = value),
    (error: unknown) => (outcome = error),
  );
  return { checkout, abort, steps, outcome: () => outcome };
}

it("polls every 2 seconds once the window is closed, until the payment method arrives", async () => {
  const answers = [false, false, true];
  const readStatus = vi.fn(() => Promise.resolve({ hasPaymentMethod: answers.shift() ?? true }));
  const { checkout, steps, outcome } = flow({ readStatus });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(steps.openWindow).toHaveBeenCalledWith("https://pay.test/1");
  expect(readStatus).not.toHaveBeenCalled();

  checkout.closed = true;
  await vi.advanceTimersByTimeAsync(closureCheckMs);
  expect(readStatus).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(pollMs);
  expect(outcome()).toBe("pending");
  await vi.advanceTimersByTimeAsync(pollMs);
  expect(outcome()).toBe("confirmed");
  expect(readStatus).toHaveBeenCalledTimes(3);
});

it("gives up after 60 polls without a payment method", async () => {
  const { checkout, steps, outcome } = flow();
  checkout.closed = true;
  await vi.advanceTimersByTimeAsync(pollMs * (pollAttempts - 1) - 1);
  expect(outcome()).toBe("pending");
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome()).toBe("unconfirmed");
  expect(steps.readStatus).toHaveBeenCalledTimes(60);
});

it("counts a failed poll as one of the 60, not as a result", async () => {
  let calls = 0;
  const readStatus = vi.fn(() =>
    ++calls === 1 ? Promise.reject(new Error("offline")) : Promise.resolve({ hasPaymentMethod: true }),
  );
  const { checkout, outcome } = flow({ readStatus });
  checkout.closed = true;
  await vi.advanceTimersByTimeAsync(pollMs);
  expect(outcome()).toBe("confirmed");
});

it("times out if the window is still open after 10 minutes", async () => {
  const { steps, outcome } = flow();
  await vi.advanceTimersByTimeAsync(checkoutTimeoutMs - 1);
  expect(outcome()).toBe("pending");
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome()).toBe("timed-out");
  expect(steps.readStatus).not.toHaveBeenCalled();
});

it("reports a blocked window", async () => {
  const { outcome } = flow({ openWindow: () => null });
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome()).toBe("popup-blocked");
});

it("passes on why no checkout could be created", async () => {
  const { steps, outcome } = flow({ createCheckout: () => Promise.reject(new Error("no intent")) });
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome()).toEqual(new Error("no intent"));
  expect(steps.openWindow).not.toHaveBeenCalled();
});

it("stops waiting at once when it is aborted, before and after the window was closed", async () => {
  const open = flow();
  await vi.advanceTimersByTimeAsync(1_000);
  open.abort.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(open.outcome()).toBe("aborted");

  const polling = flow();
  polling.checkout.closed = true;
  await vi.advanceTimersByTimeAsync(pollMs * 3);
  polling.abort.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(polling.outcome()).toBe("aborted");
  expect(vi.getTimerCount()).toBe(0);
});
