import { Box, HStack, Icon } from "@chakra-ui/react";
import type { BillingStatus } from "@contract/billing";
import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useUpgrade } from "@/app/upgrade-context";
import { AppDialog } from "@/components/app-dialog";
import { Button } from "@/components/button";
import { billingConfigQuery, billingStatusQuery } from "@/data/billing";
import { usePlan, type Plan } from "@/data/plan";
import { planSentence } from "./plan-text";
import type { PaymentStage } from "./payment-setup";
import { UpgradeSummary } from "./upgrade-summary";
import { useOfferOnce } from "./use-offer-once";
import { usePaymentSetup } from "./use-payment-setup";

/** Opens and closes with `useUpgrade()`, and once by itself when the free run is used up. */
export default function UpgradeModal() {
  const upgrade = useUpgrade();
  const { data: billing } = useQuery(billingStatusQuery());
  const { data: config } = useQuery(billingConfigQuery());
  const isAvailable = config?.stripeAvailable ?? false;
  const { plan } = usePlan(upgrade.isOpen);
  useOfferOnce(billing, upgrade.open);
  const payment = usePaymentSetup({ isAvailable, onConfirmed: upgrade.close });
  // Whoever has closed the window without paying may open it again while the server is still being asked.
  const isWaiting = payment.stage === "checkout";
  return (
    <AppDialog
      isOpen={upgrade.isOpen}
      onClose={upgrade.close}
      title="Upgrade to Continue Processing Data"
      description={reasonOf(billing, plan)}
      footer={
        <>
          <HStack gap="1.5" flex="1 1 auto" textStyle="label" fontWeight="400" color="fg.muted">
            <Icon boxSize="14px" aria-hidden>
              <Lock strokeWidth={2.1} />
            </Icon>
            {payment.stage === "confirming"
              ? "Confirming your payment method..."
              : "Payment is handled by Stripe in a new window."}
          </HStack>
          <Button variant="ghost" size="md" onClick={upgrade.close}>
            Not now
          </Button>
          <Button
            variant="solid"
            size="md"
            disabled={isWaiting || !config}
            onClick={() => void payment.start()}
          >
            {isWaiting ? "Waiting for Stripe..." : "Set Up Payment Method"}
          </Button>
        </>
      }
    >
      <UpgradeSummary billing={billing} />
      <Box srOnly role="status">
        {payment.stage && stageTexts[payment.stage]}
      </Box>
    </AppDialog>
  );
}

const stageTexts: Record<PaymentStage, string> = {
  checkout: "Waiting for the payment window.",
  confirming: "Confirming your payment method.",
};

function reasonOf(billing: BillingStatus | undefined, pricing: Plan): string {
  const plan = planSentence(pricing);
  if (billing?.status === "payment_failed")
    return billing.hasPaymentMethod
      ? `The last payment failed. Add another payment method: what is owed is collected from it. ${plan[0]?.toUpperCase()}${plan.slice(1)}`
      : `The last payment failed. To go on, add a payment method: ${plan}`;
  if (billing && billing.freeQuotaUsed > 0)
    return `Your first run was free and is used. To go on, add a payment method: ${plan}`;
  return `To go on, add a payment method: ${plan}`;
}
