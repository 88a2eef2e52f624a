import { Box, chakra } from "@chakra-ui/react";
import type { BillingSummary } from "@contract/billing";
import { Check, Clock, X } from "lucide-react";
import { Badge } from "@/components/badges/badge";
import { Card, CardBody, CardHeader } from "@/components/layout/card";
import { DataTable, type Column } from "@/components/layout/data-table";
import { touchTarget } from "@/components/ui/text-link";
import { capitalized, formatDate, formatMoney } from "@/lib/format";

type Payment = BillingSummary["paymentHistory"][number];

export const PaymentHistoryCard = ({ payments }: { payments: readonly Payment[] }) => (
  <Card>
    <CardHeader title="Payment history" />
    {payments.length === 0 ? (
      <CardBody>
        <Box color="fg.muted">No payments yet. Each paid invoice is listed here.</Box>
      </CardBody>
    ) : (
      <DataTable label="Payment history" columns={columns} rows={payments} rowKey={({ id }) => id} />
    )}
  </Card>
);

const columns: readonly Column<Payment>[] = [
  { key: "date", header: "Date", width: "32%", cell: ({ created }) => formatDate(created) },
  { key: "status", header: "Status", cell: ({ status }) => <PaymentBadge status={status} /> },
  {
    key: "amount",
    header: "Amount",
    align: "end",
    cell: ({ amount, currency }) => formatMoney(amount, currency),
  },
  {
    key: "invoice",
    header: "Invoice",
    align: "end",
    cell: ({ invoiceUrl, created }) =>
      invoiceUrl ? (
        <chakra.a
          href={invoiceUrl}
          target="_blank"
          rel="noopener noreferrer"
          color="accent.fg"
          fontWeight="560"
          css={touchTarget}
        >
          View
          <chakra.span srOnly> invoice of {formatDate(created)} (opens in a new tab)</chakra.span>
        </chakra.a>
      ) : (
        "None"
      ),
  },
];

const badges = {
  paid: { word: "Paid", icon: Check, tone: "quiet" },
  succeeded: { word: "Paid", icon: Check, tone: "quiet" },
  failed: { word: "Failed", icon: X, tone: "alert" },
} as const;

/** An unknown status is shown as is. */
function PaymentBadge({ status }: { status: string }) {
  const known = Object.entries(badges).find(([key]) => key === status)?.[1];
  const {
    word,
    icon: StatusIcon,
    tone,
  } = known ?? {
    word: capitalized(status),
    icon: Clock,
    tone: "muted" as const,
  };
  return (
    <Badge tone={tone}>
      <StatusIcon aria-hidden />
      {word}
    </Badge>
  );
}
