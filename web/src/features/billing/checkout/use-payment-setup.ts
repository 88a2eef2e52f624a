import type { BillingStatus } from "@contract/billing";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type RefObject } from "react";
import { billingStatusQuery, refreshBilling } from "@/data/billing";
import { callApi, type ApiInput } from "@/lib/api-client";
import { messages } from "@/lib/messages";
import { toast, toastError, type ToastInput } from "@/lib/toast";
import {
  paymentLimits,
  setUpPayment,
  type PaymentOutcome,
  type PaymentStage,
  openCheckout,
  type PaymentSteps,
} from "./payment-setup";

/**
 * The payment flow with its toasts. It continues while the modal is closed and stops when the component unmounts.
 * @param isAvailable whether the server has a card provider
 * @param onConfirmed called once the payment method has arrived and the caches are refreshed
 */
export function usePaymentSetup({
  isAvailable,
  onConfirmed,
}: {
  isAvailable: boolean;
  onConfirmed: () => void;
}) {
  const queryClient = useQueryClient();
  const { stage, run } = useCheckout();
  const unopened = useRef<{ checkoutUrl: string; untilMs: number } | null>(null);

  const start = async (): Promise<void> => {
    if (!isAvailable) return show(messages.payment.unavailable);
    const billing = billingStatusQuery();
    const isFailing = (status: BillingStatus | undefined) =>
      status?.hasPaymentMethod === true && status.status === "payment_failed";
    // A failed card is already on file, so only a status other than `payment_failed` confirms the new one.
    const mustRecover = isFailing(queryClient.getQueryData(billing.queryKey));
    const outcome = await run(
      {
        createCheckout: async () => unopenedCheckout(unopened) ?? (await createCheckout()),
        openWindow: (url) => {
          const opened = openCheckout(url);
          const untilMs = Date.now() + paymentLimits.checkoutTimeoutMs;
          unopened.current = opened ? null : { checkoutUrl: url, untilMs };
          return opened;
        },
        readStatus: async () => {
          const status = await queryClient.fetchQuery({ ...billing, staleTime: 0 });
          return { hasPaymentMethod: status.hasPaymentMethod && !(mustRecover && isFailing(status)) };
        },
      },
      messages.payment.confirmed,
      onConfirmed,
    );
    if (outcome !== "aborted" && outcome !== "confirmed") show(failures[outcome]);
  };
  return { stage, start };
}

/**
 * Browsers only open a window soon after a click, and creating a checkout can take longer. A checkout whose window
 * was blocked is reused, so that the second click opens it at once.
 */
const unopenedCheckout = ({ current }: RefObject<{ checkoutUrl: string; untilMs: number } | null>) =>
  current && Date.now() < current.untilMs ? current : null;

/** @throws Error if the server creates none */
export async function createCheckout(
  input?: ApiInput<"createSetupIntent">,
): Promise<{ checkoutUrl: string }> {
  const intent = await callApi("createSetupIntent", input);
  if (!intent) throw new Error(messages.payment.setupError);
  return intent;
}

/** One checkout at a time, which stops when the component unmounts. An error is shown and counts as aborted. */
export function useCheckout() {
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<PaymentStage | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** @param confirmed the toast once it is confirmed and the caches are refreshed */
  const run = async (
    steps: Omit<PaymentSteps, "onStage" | "signal">,
    confirmed: ToastInput,
    onConfirmed?: () => void,
  ): Promise<PaymentOutcome> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    try {
      const onStage = (reached: PaymentStage) => !signal.aborted && setStage(reached);
      const outcome = await setUpPayment({ ...steps, onStage, signal });
      if (outcome !== "confirmed") return outcome;
      await refreshBilling(queryClient);
      toast(confirmed);
      onConfirmed?.();
      return outcome;
    } catch (error) {
      if (!signal.aborted) toastError(error, messages.payment.setupErrorTitle, messages.payment.setupError);
      return "aborted";
    } finally {
      if (running.current?.signal === signal) setStage(null);
    }
  };
  return { stage, run };
}

const failures: Record<Exclude<PaymentOutcome, "confirmed" | "aborted">, ToastInput> = {
  "popup-blocked": messages.payment.popupBlocked,
  "timed-out": messages.payment.timedOut,
  unconfirmed: messages.payment.unconfirmed,
};

const show = (text: ToastInput): void => void toast({ ...text, variant: "destructive" });
