import { Box, HStack, Icon } from "@chakra-ui/react";
import type { BillingStatus } from "@contract/billing";
import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { capitalized } from "@/lib/format";
import { useUpgrade } from "@/data/upgrade-context";
import { AppDialog } from "@/components/ui/app-dialog";
import { Button } from "@/components/ui/button";
import { billingConfigQuery, billingStatusQuery } from "@/data/billing";
import { usePlan, type Plan } from "@/data/plan";
import { planSentence } from "../plan-text";
import type { PaymentStage } from "../checkout/payment-setup";
import { UpgradeSummary } from "./upgrade-summary";
import { useAutoUpgradePrompt } from "./use-auto-upgrade-prompt";
import { usePaymentSetup } from "../checkout/use-payment-setup";

/** Opened by `useUpgrade()`, and automatically once per session when the free run is used. */
export default function UpgradeModal() {
  const upgrade = useUpgrade();
  const { data: billing, isError } = useQuery(billingStatusQuery());
  const { data: config } = useQuery(billingConfigQuery());
  const isAvailable = config?.stripeAvailable ?? false;
  const { plan } = usePlan(upgrade.isOpen);
  // After a failed read (such as a 401) the last known status may be outdated.
  useAutoUpgradePrompt(isError ? undefined : billing, upgrade);
  const payment = usePaymentSetup({ isAvailable, onConfirmed: upgrade.confirm });
  // After closing the window without paying, a user may reopen it while the server is still being polled.
  const isWaiting = payment.stage === "checkout";
  return (
    <AppDialog
      isOpen={upgrade.isOpen}
      onClose={upgrade.close}
      title="Upgrade to Continue Processing Data"
      description={upgradeReason(billing, plan)}
      footer={
        <>
          <HStack gap="1.5" flex="1 1 auto" textStyle="caption" color="fg.muted">
            <Icon as={Lock} boxSize="14px" strokeWidth={2.1} />
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
      <UpgradeSummary billing={billing} wanted={upgrade.wanted} />
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

function upgradeReason(billing: BillingStatus | undefined, pricing: Plan): string {
  const plan = planSentence(pricing);
  if (billing?.status === "payment_failed")
    return billing.hasPaymentMethod
      ? `The last payment failed. Add another payment method. The outstanding amount will be charged to it. ${capitalized(plan)}`
      : `The last payment failed. To continue, add a payment method: ${plan}`;
  if (billing && billing.freeQuotaUsed > 0)
    return `You've used your free run. To continue, add a payment method: ${plan}`;
  return `To continue, add a payment method: ${plan}`;
}
