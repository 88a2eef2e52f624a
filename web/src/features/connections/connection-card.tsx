import { Box, Center, chakra, Flex, Heading, Icon } from "@chakra-ui/react";
import type { Connection } from "@contract/connections";
import { Database, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter } from "@/components/layout/card";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DetailsList } from "@/components/layout/details-list";
import { IconButton } from "@/components/ui/icon-button";
import { ConnectionStatusBadge } from "@/components/badges/status-badge";
import { Truncated } from "@/components/ui/truncated";
import { SmallText } from "@/components/ui/text";
import { paths } from "@/config/paths";
import { useDeleteConnection } from "@/data/connections";
import { useMay } from "@/data/use-current-workspace";
import { connectionLabel, regionLabels } from "@/lib/names";
import { toastOutcome } from "@/lib/toast";
import { formatDate } from "@/lib/format";
import { messages } from "@/lib/messages";
import { missingText } from "./missing-needs";
import { verifyLabel } from "./status-actions";

type ConnectionCardProps = { connection: Connection; onEdit: () => void };

export function ConnectionCard({ connection, onEdit }: ConnectionCardProps) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const [withReports, setWithReports] = useState(false);
  const remove = useDeleteConnection();
  const deleteIt = () =>
    toastOutcome(
      remove.mutateAsync({ id: connection.id, withReports }),
      messages.connections.deleted,
      messages.connections.deleteFailed,
    );
  const label = verifyLabel(connection.status);
  const missing = missingText(connection);
  const mayChange = useMay("updateConnection");

  return (
    <Card aria-label={connectionLabel(connection)}>
      <CardBody>
        <Flex gap="3" align="center" mb="4">
          <Center boxSize="36px" borderWidth="1px" borderRadius="control" bg="bg.subtle" flexShrink={0}>
            <Icon as={Database} boxSize="16px" color="fg.muted" />
          </Center>
          <Box flex="1" minW="0">
            <Heading as="h2" textStyle="cardTitle" lineHeight="20px">
              <Truncated text={connectionLabel(connection)} />
            </Heading>
            <SmallText color="fg.subtle">Project ID {connection.projectId}</SmallText>
          </Box>
          <ConnectionStatusBadge status={connection.status} />
        </Flex>
        <DetailsList
          details={[
            { label: "Service username", value: connection.serviceUsername },
            { label: "Data region", value: regionLabels[connection.region] },
            {
              label: "Last verified",
              value: connection.lastVerifiedAt ? formatDate(connection.lastVerifiedAt) : "Never",
            },
            ...(missing ? [{ label: "Not available", value: missing }] : []),
          ]}
        />
      </CardBody>
      {mayChange && (
        <CardFooter>
          <Button size="xs" onClick={onEdit}>
            <Pencil /> Edit
          </Button>
          {label && (
            <Button
              size="xs"
              onClick={() =>
                void navigate(paths.connectionStatus(connection.id), { state: { verify: true } })
              }
            >
              {label}
            </Button>
          )}
          <IconButton
            label="Delete connection"
            icon={<Trash2 />}
            marginInlineStart="auto"
            onClick={() => setIsAsking(true)}
          />
        </CardFooter>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete Connection"
        text={messages.connections.deleteQuestion}
        confirmLabel="Delete Connection"
        onConfirm={deleteIt}
        onClose={() => setIsAsking(false)}
      >
        <chakra.label display="flex" gap="2" alignItems="center">
          <Checkbox checked={withReports} onCheckedChange={setWithReports} />
          Also delete reports from its runs
        </chakra.label>
      </ConfirmDialog>
    </Card>
  );
}
