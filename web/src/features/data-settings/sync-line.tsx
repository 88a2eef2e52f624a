import { Box, Flex, HStack, Icon } from "@chakra-ui/react";
import type { DataSettings } from "@contract/data-settings";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, LoaderCircle, PencilLine, TriangleAlert } from "lucide-react";
import { Select } from "@/components/field";
import { connectionLabel, connectionsQuery } from "@/data/connections";
import { countOf, formatDateTime } from "@/lib/format";

type SyncLineProps = {
  settings: DataSettings & { connection: { id: string } };
  isSyncing: boolean;
  changeCount: number;
  onConnection: (id: string) => void;
};

/** How the schema stands, when it was read, of which connection, and what is unsaved. */
export function SyncLine({ settings, isSyncing, changeCount, onConnection }: SyncLineProps) {
  const { data: connections = [] } = useQuery(connectionsQuery());
  const verified = connections.filter(({ status }) => status === "verified");
  const state = stateOf(settings, isSyncing);
  return (
    <Flex columnGap="5" rowGap="2" wrap="wrap" align="center" textStyle="small" color="fg.muted">
      <HStack gap="1.5" color="fg" fontWeight="560" role="status">
        <Icon
          boxSize="15px"
          color={state.colour}
          aria-hidden
          animation={isSyncing ? "spin 1s linear infinite" : undefined}
        >
          <state.icon strokeWidth={1.75} />
        </Icon>
        {state.text}
      </HStack>
      <Box>
        {settings.lastSyncedAt ? `Last synced ${formatDateTime(settings.lastSyncedAt)}` : "Never synced"}
      </Box>
      {verified.length > 1 ? (
        <Box minW="200px">
          <Select
            aria-label="Connection"
            size="sm"
            value={settings.connection.id}
            options={verified.map((connection) => ({
              value: connection.id,
              label: connectionLabel(connection),
            }))}
            onChange={onConnection}
          />
        </Box>
      ) : (
        <Box>{connectionLabel(connections.find(({ id }) => id === settings.connection.id))}</Box>
      )}
      {changeCount > 0 && (
        <HStack gap="1.5" color="accent.fg" fontWeight="560" marginInlineStart="auto" aria-live="polite">
          <Icon boxSize="15px" aria-hidden>
            <PencilLine strokeWidth={1.75} />
          </Icon>
          {countOf(changeCount, "unsaved change")}
        </HStack>
      )}
    </Flex>
  );
}

function stateOf({ latestSync, lastSyncedAt }: DataSettings, isSyncing: boolean) {
  if (isSyncing) return { text: "Syncing schema...", icon: LoaderCircle, colour: "accent.fg" };
  if (latestSync?.status === "failed")
    return { text: "Schema not up to date", icon: TriangleAlert, colour: "warning.fg" };
  if (lastSyncedAt) return { text: "Schema synced", icon: CircleCheck, colour: "success.fg" };
  return { text: "Not synced", icon: CircleDashed, colour: "fg.muted" };
}
