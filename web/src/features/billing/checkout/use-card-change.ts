import type { Card } from "@contract/billing";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { billingSummaryQuery, refreshBilling } from "@/data/billing";
import { callApi } from "@/lib/api-client";
import { messages } from "@/lib/messages";
import { toast, toastError } from "@/lib/toast";
import { openCheckout } from "./open-checkout";
import { setUpPayment } from "./payment-setup";

/**
 * Opens Stripe's page for another card and waits until the new one is on file. Closing the window without a
 * change is not a failure and shows nothing.
 */
export function useCardChange(card: Card) {
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const text = messages.payment;

  const changeCard = async (): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    try {
      const outcome = await setUpPayment({
        createCheckout: async () => {
          const intent = await callApi("createSetupIntent", { body: { purpose: "change-card" } });
          if (!intent) throw new Error(text.setupError);
          return intent;
        },
        openWindow: openCheckout,
        readStatus: async () => {
          const summary = await queryClient.fetchQuery({ ...billingSummaryQuery(), staleTime: 0 });
          return { hasPaymentMethod: cardKey(summary.card) !== cardKey(card) };
        },
        onStage: (stage) => !signal.aborted && setIsOpen(stage === "checkout"),
        signal,
      });
      if (outcome === "popup-blocked")
        toast({ title: text.popupBlockedTitle, description: text.popupBlocked, variant: "destructive" });
      if (outcome !== "confirmed") return;
      await refreshBilling(queryClient);
      toast({ title: text.cardChangedTitle, description: text.cardChanged });
    } catch (error) {
      if (!signal.aborted) toastError(error, text.setupErrorTitle, text.setupError);
    } finally {
      if (running.current?.signal === signal) setIsOpen(false);
    }
  };
  return { isOpen, changeCard };
}

const cardKey = (card: Card | null): string =>
  card ? [card.brand, card.last4, card.expMonth, card.expYear].join(" ") : "";
