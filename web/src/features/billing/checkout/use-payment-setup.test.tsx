import { renderHook } from "@testing-library/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { createQueryClient } from "@/lib/query-client";
import { useToast } from "@/lib/toast";
import { setUpPayment, type PaymentOutcome } from "./payment-setup";
import { usePaymentSetup } from "./use-payment-setup";

vi.mock("./payment-setup", () => ({ setUpPayment: vi.fn() }));
afterEach(() => vi.resetAllMocks());

const start = async (outcome: PaymentOutcome | Error) => {
  vi.mocked(setUpPayment).mockImplementation(() =>
    outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome),
  );
  const onConfirmed = vi.fn();
  const queryClient = createQueryClient();
  const { result, rerender } = renderHook(
    () => ({ payment: usePaymentSetup({ isAvailable: true, onConfirmed }), toast: useToast() }),
    {
      wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    },
  );
  await result.current.payment.start();
  rerender();
  return { toast: result.current.toast, onConfirmed };
};

it.each<[PaymentOutcome, string, string]>([
  [
    "timed-out",
    "Checkout timed out",
    "We couldn't detect that the payment setup was completed. Please try again.",
  ],
  [
    "unconfirmed",
    "Unable to confirm payment method",
    "We couldn't confirm your payment method. Please try again or refresh the page.",
  ],
  ["popup-blocked", "Popup Blocked", "Please allow popups for this site and try again."],
])("shows %s as '%s'", async (outcome, title, description) => {
  const { toast, onConfirmed } = await start(outcome);
  expect(toast).toMatchObject({ title, description, variant: "destructive", isOpen: true });
  expect(onConfirmed).not.toHaveBeenCalled();
});

it("keeps the modal open after an error and shows its message", async () => {
  const { toast, onConfirmed } = await start(new Error("no intent"));
  expect(toast).toMatchObject({ title: "Setup Error", description: "no intent" });
  expect(onConfirmed).not.toHaveBeenCalled();
});

it("says that the payment method couldn't be set up if the server gives no reason", async () => {
  const { toast, onConfirmed } = await start(new Error(""));
  expect(toast).toMatchObject({
    title: "Setup Error",
    description: "Unable to set up payment method. Please try again.",
    variant: "destructive",
  });
  expect(onConfirmed).not.toHaveBeenCalled();
});
