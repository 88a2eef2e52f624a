import { Box, Flex, HStack, Icon } from "@chakra-ui/react";
import type { DataSettings } from "@contract/data-settings";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, LoaderCircle, TriangleAlert } from "lucide-react";
import { Button } from "@/components/button";
import { DateTime } from "@/components/date-time";
import { Select } from "@/components/field";
import { connectionLabel, connectionsQuery } from "@/data/connections";
import { UnsavedNote } from "./unsaved-note";

type SyncLineProps = {
  settings: DataSettings & { connection: { id: string } };
  isSyncing: boolean;
  changeCount: number;
  isLocked: boolean;
  onDiscard: () => void;
  onConnection: (id: string) => void;
};

/** How the schema stands, when it was read, of which connection, and what is unsaved. */
export function SyncLine({
  settings,
  isSyncing,
  changeCount,
  isLocked,
  onDiscard,
  onConnection,
}: SyncLineProps) {
  const { data: connections } = useQuery(connectionsQuery());
  const verified = (connections ?? []).filter(({ status }) => status === "verified");
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
        {settings.lastSyncedAt ? (
          <>
            Last synced <DateTime at={settings.lastSyncedAt} />
          </>
        ) : (
          "Never synced"
        )}
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
        // Not 'Unknown Connection' for the moment that the list takes.
        connections && (
          <Box>{connectionLabel(connections.find(({ id }) => id === settings.connection.id))}</Box>
        )
      )}
      <HStack gap="3" marginInlineStart="auto" role="status">
        {changeCount > 0 && (
          <>
            <UnsavedNote changeCount={changeCount} />
            <Button variant="link" size="xs" my="-5px" disabled={isLocked} onClick={onDiscard}>
              Discard
            </Button>
          </>
        )}
      </HStack>
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
