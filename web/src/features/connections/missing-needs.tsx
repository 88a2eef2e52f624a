import { Box, Stack } from "@chakra-ui/react";
import type { Connection } from "@contract/connections";
import { Notice } from "@/components/states/notice";
import { countOf } from "@/lib/format";
import { messages } from "@/lib/messages";

const { shortHistory } = messages.connections;

/** Says what the connection can't do, according to its verification, and what that means for checks. */
export function MissingNeeds({ connection }: { connection: Pick<Connection, "status" | "capabilities"> }) {
  const { status, capabilities } = connection;
  if (status !== "verified" || !capabilities) return null;
  if (capabilities.profiles && capabilities.queryApi && capabilities.historyDays === null) return null;
  return (
    <Stack gap="3" mt="5">
      {!capabilities.profiles && (
        <Notice tone="warning" title="The service account can't access user profiles">
          Checks on user properties and profiles can't run; all others can. To include them, give the service
          account the Admin role in Mixpanel and verify again.
        </Notice>
      )}
      {!capabilities.queryApi && (
        <Notice tone="info" title="This project's plan has no Query API">
          <Box>Plumbline counts events in the raw export instead, so the first run takes longer.</Box>
        </Notice>
      )}
      {capabilities.historyDays !== null && (
        <Notice tone="info" title={shortHistory.title}>
          {shortHistory.text(capabilities.historyDays)}
        </Notice>
      )}
    </Stack>
  );
}

/** The same in short for the connection's card; null if nothing is missing. */
export const missingText = ({ capabilities }: Pick<Connection, "capabilities">): string | null =>
  [
    capabilities?.profiles === false && "user profiles",
    capabilities?.queryApi === false && "Query API",
    capabilities?.historyDays && `history before the last ${countOf(capabilities.historyDays, "day")}`,
  ]
    .filter(Boolean)
    .join(", ") || null;
