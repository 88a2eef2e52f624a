import { Flex, Icon } from "@chakra-ui/react";
import type { Card } from "@contract/billing";
import { CreditCard } from "lucide-react";
import { useMay } from "@/data/use-current-workspace";
import { capitalized } from "@/lib/format";
import { Button } from "@/components/ui/button";
import { cardRow } from "@/components/layout/card";
import { useCheckout, createCheckout } from "../checkout/use-payment-setup";
import { useQueryClient } from "@tanstack/react-query";
import { billingSummaryQuery } from "@/data/billing";
import { messages } from "@/lib/messages";
import { toast } from "@/lib/toast";
import { openCheckout } from "@/features/billing/checkout/payment-setup";

/** The card on file, with a button to change it. */
export function CardLine({ card }: { card: Card }) {
  const { isOpen, changeCard } = useCardChange(card);
  const mayChange = useMay("createSetupIntent", false);
  return (
    <Flex align="center" gap="2.5" {...cardRow} py="3" textStyle="small">
      <Icon as={CreditCard} boxSize="16px" color="fg.muted" />
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
  const { stage, run } = useCheckout();
  const changeCard = async (): Promise<void> => {
    const outcome = await run(
      {
        createCheckout: () => createCheckout({ body: { purpose: "change-card" } }),
        openWindow: openCheckout,
        readStatus: async () => {
          const summary = await queryClient.fetchQuery({ ...billingSummaryQuery(), staleTime: 0 });
          return { hasPaymentMethod: cardKey(summary.card) !== cardKey(card) };
        },
      },
      messages.payment.cardChanged,
    );
    if (outcome === "popup-blocked") toast({ ...messages.payment.popupBlocked, variant: "destructive" });
  };
  return { isOpen: stage === "checkout", changeCard };
}

const cardKey = (card: Card | null): string =>
  card ? [card.brand, card.last4, card.expMonth, card.expYear].join(" ") : "";
