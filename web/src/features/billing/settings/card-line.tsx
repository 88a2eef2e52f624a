import { Flex, Icon } from "@chakra-ui/react";
import type { Card } from "@contract/billing";
import { CreditCard } from "lucide-react";
import { useMay } from "@/data/use-current-workspace";
import { capitalized } from "@/lib/format";
import { Button } from "@/components/ui/button";
import { cardRow } from "@/components/layout/card";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { refreshBilling, billingSummaryQuery } from "@/data/billing";
import { callApi } from "@/lib/api-client";
import { messages } from "@/lib/messages";
import { toast, toastError } from "@/lib/toast";
import { setUpPayment, openCheckout } from "@/features/billing/checkout/payment-setup";

/** The card on file, with a button to change it. */
export function CardLine({ card }: { card: Card }) {
  const { isOpen, changeCard } = useCardChange(card);
  const mayChange = useMay("createSetupIntent", false);
  return (
    <Flex align="center" gap="2.5" {...cardRow} py="3" textStyle="small">
      <Icon as={CreditCard} boxSize="16px" color="fg.muted" aria-hidden strokeWidth={1.75} />
      {cardText(card)}
      {mayChange && (
        <Button size="xs" marginInlineStart="auto" disabled={isOpen} onClick={() => void changeCard()}>
          {isOpen ? "Waiting for Stripe..." : "Change card"}
        </Button>
      )}
    </Flex>
  );
}

/** 'Visa ending in 4242, expires 04/2030' */
const cardText = ({ brand, last4, expMonth, expYear }: Card): string =>
  `${capitalized(brand)} ending in ${last4}, expires ${String(expMonth).padStart(2, "0")}/${expYear}`;

/**
 * Opens Stripe's page for another card and waits until the new one is on file. Closing the window without a
 * change is not a failure and shows nothing.
 */
function useCardChange(card: Card) {
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
      if (outcome === "popup-blocked") toast({ ...text.popupBlocked, variant: "destructive" });
      if (outcome !== "confirmed") return;
      await refreshBilling(queryClient);
      toast(text.cardChanged);
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
