import type { BillingStatus } from "@contract/billing";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type RefObject } from "react";
import { billingStatusQuery, runPermissionQuery } from "@/data/billing";
import { keys } from "@/data/keys";
import { callApi } from "@/lib/api-client";
import { messages } from "@/lib/messages";
import { toast, toastError } from "@/lib/toast";
import { paymentLimits, setUpPayment, type PaymentOutcome, type PaymentStage } from "./payment-setup";

/**
 * The payment flow with its toasts. It goes on while the modal is closed and ends with the component that holds it.
 * @param isAvailable whether the server has a card provider
 * @param onConfirmed after the payment method has arrived and the caches are fresh
 */
export function usePaymentSetup({
  isAvailable,
  onConfirmed,
}: {
  isAvailable: boolean;
  onConfirmed: () => void;
}) {
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<PaymentStage | null>(null);
  const running = useRef<AbortController | null>(null);
  const unopened = useRef<{ checkoutUrl: string; untilMs: number } | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (): Promise<void> => {
    if (!isAvailable) return show(messages.payment.unavailableTitle, messages.payment.unavailable);
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const billing = billingStatusQuery();
    const isFailing = (status: BillingStatus | undefined) =>
      status?.hasPaymentMethod === true && status.status === "payment_failed";
    // A card that failed is on file already: what confirms another one is that the payment comes through.
    const mustRecover = isFailing(queryClient.getQueryData(billing.queryKey));
    try {
      const outcome = await setUpPayment({
        createCheckout: async () => unopenedCheckout(unopened) ?? callApi("createSetupIntent"),
        openWindow: (url) => {
          const opened = window.open(url, "plumbline-checkout", popupFeatures());
          const untilMs = Date.now() + paymentLimits.checkoutTimeoutMs;
          unopened.current = opened ? null : { checkoutUrl: url, untilMs };
          return opened;
        },
        readStatus: async () => {
          const status = await queryClient.fetchQuery({ ...billing, staleTime: 0 });
          return { hasPaymentMethod: status.hasPaymentMethod && !(mustRecover && isFailing(status)) };
        },
        onStage: (reached) => !signal.aborted && setStage(reached),
        signal,
      });
      if (outcome === "aborted") return;
      if (outcome !== "confirmed") return showFailure(outcome);
      // The method is there even when this answer is not; the next start asks again.
      await queryClient.fetchQuery(runPermissionQuery()).catch(() => null);
      await queryClient.invalidateQueries({ queryKey: keys.billing });
      toast({ title: messages.payment.confirmedTitle, description: messages.payment.confirmed });
      onConfirmed();
    } catch (error) {
      if (!signal.aborted) toastError(error, messages.payment.setupErrorTitle, messages.payment.setupError);
    } finally {
      if (running.current?.signal === signal) setStage(null);
    }
  };
  return { stage, start };
}

/**
 * Browsers open a window only soon after a click, and creating a checkout may take longer than that. The one whose
 * window was blocked is used again, so that the second click opens it at once.
 */
const unopenedCheckout = ({ current }: RefObject<{ checkoutUrl: string; untilMs: number } | null>) =>
  current && Date.now() < current.untilMs ? current : null;

const popup = { width: 800, height: 600 };

/** Centred over the browser window. */
function popupFeatures(): string {
  const left = Math.round(window.screenX + (window.outerWidth - popup.width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - popup.height) / 2);
  return `popup,width=${popup.width},height=${popup.height},left=${left},top=${top}`;
}

function showFailure(outcome: Exclude<PaymentOutcome, "confirmed" | "aborted">): void {
  const { payment } = messages;
  switch (outcome) {
    case "popup-blocked":
      return show(payment.popupBlockedTitle, payment.popupBlocked);
    case "timed-out":
      return show(payment.timedOutTitle, payment.timedOut);
    case "unconfirmed":
      return show(payment.unconfirmedTitle, payment.unconfirmed);
  }
}

const show = (title: string, description: string): void => {
  toast({ title, description, variant: "destructive" });
};
