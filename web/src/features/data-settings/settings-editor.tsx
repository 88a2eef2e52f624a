import { Grid, Stack } from "@chakra-ui/react";
import type { DataSettings } from "@contract/data-settings";
import { RefreshCw } from "lucide-react";
import { useCallback, useState } from "react";
import { Button } from "@/components/button";
import { Notice, RetryButton } from "@/components/notice";
import { Page, PageHeader } from "@/components/page";
import { useUpdateDataSettings } from "@/data/data-settings";
import { formatDate } from "@/lib/format";
import { messages } from "@/lib/messages";
import { toast, toastError } from "@/lib/toast";
import { changedIds, noChanges, withChange } from "./changes";
import { EventsCard } from "./events-card";
import { SyncLine } from "./sync-line";
import { useSchemaSync } from "./use-schema-sync";
import { UserPropertiesCard } from "./user-properties-card";

type SettingsEditorProps = {
  settings: DataSettings & { connection: { id: string } };
  /** As it stands in the address; undefined for the account's first. */
  connectionId: string | undefined;
  onConnection: (id: string) => void;
};

export type Toggle = (item: { id: string; isExcluded: boolean }, isExcluded: boolean) => void;

export function SettingsEditor({ settings, connectionId, onConnection }: SettingsEditorProps) {
  const [changes, setChanges] = useState(noChanges);
  const update = useUpdateDataSettings(connectionId);
  const { isSyncing, sync } = useSchemaSync(settings, connectionId);
  const isLocked = update.isPending || isSyncing;
  // One function for all rows, so that a row renders again only when it changes.
  const toggle = useCallback<Toggle>(
    (item, isExcluded) => setChanges((before) => withChange(before, item, isExcluded)),
    [],
  );
  const save = () =>
    update.mutate(changedIds(changes, settings), {
      onSuccess: () => {
        setChanges(noChanges);
        toast({ title: messages.dataSettings.updated });
      },
      onError: (error) => toastError(error, messages.dataSettings.updateFailed),
    });
  const failure = settings.latestSync?.status === "failed" && !isSyncing ? settings.latestSync : null;

  return (
    <Page>
      <PageHeader
        title="Data Settings"
        description="Excluded events and properties are not read, not judged and not billed."
        actions={
          <>
            <Button disabled={isLocked} onClick={() => sync()}>
              <RefreshCw aria-hidden /> {isSyncing ? "Syncing..." : "Sync Schema"}
            </Button>
            <Button variant="solid" disabled={changes.size === 0 || isLocked} onClick={save}>
              {update.isPending ? "Saving..." : "Save Changes"}
            </Button>
          </>
        }
      />
      <Stack gap="4">
        {failure && (
          <Notice
            tone="warning"
            title={messages.dataSettings.lastSyncFailed}
            action={<RetryButton label="Sync Schema" onRetry={() => sync()} />}
          >
            {failure.errorMessage || messages.dataSettings.syncFailed}
            {settings.lastSyncedAt && ` Settings below are from ${formatDate(settings.lastSyncedAt)}.`}
          </Notice>
        )}
        <SyncLine
          settings={settings}
          isSyncing={isSyncing}
          changeCount={changes.size}
          onConnection={onConnection}
        />
        <Grid
          templateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 360px" }}
          gap="4"
          alignItems="start"
        >
          <EventsCard
            events={settings.events}
            changes={changes}
            isLocked={isLocked}
            isSyncing={isSyncing}
            onToggle={toggle}
          />
          <UserPropertiesCard
            properties={settings.userProperties}
            changes={changes}
            isLocked={isLocked}
            onToggle={toggle}
          />
        </Grid>
      </Stack>
    </Page>
  );
}
