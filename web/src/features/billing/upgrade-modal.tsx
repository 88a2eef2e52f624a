import { Box, HStack, Icon } from "@chakra-ui/react";
import type { BillingStatus } from "@contract/billing";
import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useUpgrade } from "@/app/upgrade-context";
import { AppDialog } from "@/components/app-dialog";
import { Button } from "@/components/button";
import { billingConfigQuery, billingStatusQuery } from "@/data/billing";
import { flatFeeText, includedRowsText } from "./estimate";
import { UpgradeSummary } from "./upgrade-summary";
import { useOfferOnce } from "./use-offer-once";
import { usePaymentSetup } from "./use-payment-setup";

/** Opens and closes with `useUpgrade()`, and once by itself when the free run is used up. */
export default function UpgradeModal() {
  const upgrade = useUpgrade();
  const { data: billing } = useQuery(billingStatusQuery());
  const { data: config } = useQuery(billingConfigQuery());
  useOfferOnce(billing, upgrade.open);
  const payment = usePaymentSetup({
    isAvailable: config?.stripeAvailable ?? false,
    onConfirmed: upgrade.close,
  });
  return (
    <AppDialog
      isOpen={upgrade.isOpen}
      onClose={upgrade.close}
      title="Upgrade to Continue Processing Data"
      description={reasonOf(billing)}
      footer={
        <>
          <HStack gap="1.5" flex="1 1 auto" textStyle="small" color="fg.muted" whiteSpace="nowrap">
            <Icon boxSize="14px" aria-hidden>
              <Lock strokeWidth={2.1} />
            </Icon>
            Payment is handled by Stripe in a new window.
          </HStack>
          <Button variant="ghost" size="md" onClick={upgrade.close}>
            Not now
          </Button>
          <Button
            variant="solid"
            size="md"
            disabled={payment.isPending || !config}
            onClick={() => void payment.start()}
          >
            {payment.isPending ? "Waiting for Stripe..." : "Set Up Payment Method"}
          </Button>
        </>
      }
    >
      <UpgradeSummary isPricingKnown={config?.stripeAvailable ?? false} billing={billing} />
      <Box srOnly role="status">
        {payment.isPending ? "Waiting for the payment window." : ""}
      </Box>
    </AppDialog>
  );
}

function reasonOf(billing: BillingStatus | undefined): string {
  const plan = `${flatFeeText} per month for up to ${includedRowsText} rows analysed.`;
  if (billing?.status === "payment_failed")
    return `The last payment failed. To go on, add a payment method: ${plan}`;
  if (billing && billing.freeQuotaUsed > 0)
    return `Your first run was free and is used. To go on, add a payment method: ${plan}`;
  return `To go on, add a payment method: ${plan}`;
}
