import type { BillingStatus } from "@contract/billing";
import { Check, CircleDashed, TriangleAlert, X } from "lucide-react";
import { Badge } from "@/components/badges/badge";
import { formatDate } from "@/lib/format";

/** The plan's state. An unknown status counts as active. */
export function PlanBadge({ billing }: { billing: BillingStatus }) {
  if (billing.status === "payment_failed")
    return (
      <Badge tone="alert">
        <X aria-hidden />
        Payment failed
      </Badge>
    );
  if (billing.cancelAt)
    return (
      <Badge tone="muted">
        <CircleDashed aria-hidden />
        Ends {formatDate(billing.cancelAt)}
      </Badge>
    );
  if (billing.status === "free_quota_exhausted" && !billing.hasPaymentMethod)
    return (
      <Badge tone="warning">
        <TriangleAlert aria-hidden />
        Free run used
      </Badge>
    );
  return (
    <Badge tone="quiet">
      <Check aria-hidden />
      {billing.hasPaymentMethod ? "Active" : "Free run"}
    </Badge>
  );
}
