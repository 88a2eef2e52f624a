import { Box, Flex, HStack, Icon } from "@chakra-ui/react";
import type { DataSettings } from "@contract/data-settings";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, LoaderCircle, TriangleAlert, PencilLine } from "lucide-react";
import { TextButton } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Select } from "@/components/ui/field";
import { countOf } from "@/lib/format";
import { connectionsQuery } from "@/data/connections";
import { connectionLabel } from "@/lib/names";

type SyncLineProps = {
  settings: DataSettings & { connection: { id: string } };
  isSyncing: boolean;
  changeCount: number;
  isLocked: boolean;
  onDiscard: () => void;
  onConnection: (id: string) => void;
};

/** Sync state, last sync, the connection and unsaved changes, in one line. */
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
  const state = syncState(settings, isSyncing);
  return (
    <Flex columnGap="5" rowGap="2" wrap="wrap" align="center" textStyle="small" color="fg.muted">
      <HStack gap="1.5" color="fg" fontWeight="560" role="status">
        <Icon
          as={state.icon}
          boxSize="15px"
          color={state.color}
          animation={isSyncing ? "spin 1s linear infinite" : undefined}
        />
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
        <Select
          box={{ minW: "200px", w: "auto" }}
          aria-label="Connection"
          size="sm"
          value={settings.connection.id}
          options={verified.map((connection) => ({
            value: connection.id,
            label: connectionLabel(connection),
          }))}
          onChange={onConnection}
        />
      ) : (
        // Empty, not 'Unknown Connection', while the list loads.
        connections && (
          <Box>{connectionLabel(connections.find(({ id }) => id === settings.connection.id))}</Box>
        )
      )}
      <HStack gap="3" marginInlineStart="auto" role="status">
        {changeCount > 0 && (
          <>
            <UnsavedNote changeCount={changeCount} />
            <TextButton my="-5px" disabled={isLocked} onClick={onDiscard}>
              Discard
            </TextButton>
          </>
        )}
      </HStack>
    </Flex>
  );
}

function syncState({ latestSync, lastSyncedAt }: DataSettings, isSyncing: boolean) {
  if (isSyncing) return { text: "Syncing schema...", icon: LoaderCircle, color: "accent.fg" };
  if (latestSync?.status === "failed")
    return { text: "Schema not up to date", icon: TriangleAlert, color: "warning.fg" };
  if (lastSyncedAt) return { text: "Schema synced", icon: CircleCheck, color: "success.fg" };
  return { text: "Not synced", icon: CircleDashed, color: "fg.muted" };
}

export const UnsavedNote = ({ changeCount }: { changeCount: number }) => (
  <HStack gap="1.5" textStyle="small" color="accent.fg" fontWeight="560" marginInlineStart="auto">
    <Icon as={PencilLine} boxSize="15px" />
    {countOf(changeCount, "unsaved change")}
  </HStack>
);
