import { Flex, Icon } from "@chakra-ui/react";
import type { Card } from "@contract/billing";
import { CreditCard } from "lucide-react";
import { capitalized } from "@/lib/format";
import { Button } from "@/components/ui/button";
import { useCardChange } from "../checkout/use-card-change";

/** The card on file, with a button to change it. */
export function CardLine({ card }: { card: Card }) {
  const { isOpen, changeCard } = useCardChange(card);
  return (
    <Flex
      align="center"
      gap="2.5"
      px={{ base: "4", sm: "5" }}
      py="3"
      borderTopWidth="1px"
      borderColor="border"
      textStyle="small"
    >
      <Icon boxSize="16px" color="fg.muted" aria-hidden>
        <CreditCard strokeWidth={1.75} />
      </Icon>
      {cardText(card)}
      <Button size="xs" marginInlineStart="auto" disabled={isOpen} onClick={() => void changeCard()}>
        {isOpen ? "Waiting for Stripe..." : "Change card"}
      </Button>
    </Flex>
  );
}

/** 'Visa ending in 4242, expires 04/2030' */
const cardText = ({ brand, last4, expMonth, expYear }: Card): string =>
  `${capitalized(brand)} ending in ${last4}, expires ${String(expMonth).padStart(2, "0")}/${expYear}`;
