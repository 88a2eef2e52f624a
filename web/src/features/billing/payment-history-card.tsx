import { Box } from "@chakra-ui/react";
import type { BillingSummary } from "@contract/billing";
import { Check, Clock, X } from "lucide-react";
import { Badge } from "@/components/badge";
import { Card, CardBody, CardHeader } from "@/components/card";
import { DataTable, type Column } from "@/components/data-table";
import { formatDate, formatMoney } from "@/lib/format";

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
  { key: "date", header: "Date", width: "40%", cell: ({ created }) => formatDate(created) },
  { key: "status", header: "Status", cell: ({ status }) => <PaymentBadge status={status} /> },
  {
    key: "amount",
    header: "Amount",
    align: "end",
    cell: ({ amount, currency }) => formatMoney(amount, currency),
  },
];

const looks = {
  paid: { word: "Paid", icon: Check, tone: "quiet" },
  succeeded: { word: "Paid", icon: Check, tone: "quiet" },
  failed: { word: "Failed", icon: X, tone: "alert" },
} as const;

/** A state the card provider may add reads as its own word. */
function PaymentBadge({ status }: { status: string }) {
  const known = Object.entries(looks).find(([key]) => key === status)?.[1];
  const {
    word,
    icon: StatusIcon,
    tone,
  } = known ?? {
    word: status.charAt(0).toUpperCase() + status.slice(1),
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
