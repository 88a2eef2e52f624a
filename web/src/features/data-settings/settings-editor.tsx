import { Grid, Stack } from "@chakra-ui/react";
import type { DataSettings } from "@contract/data-settings";
import { RefreshCw } from "lucide-react";
import { useCallback } from "react";
import { Button } from "@/components/ui/button";
import { Notice, RetryButton } from "@/components/states/notice";
import { LinkTabs } from "@/components/layout/link-tabs";
import { Page, PageHeader } from "@/components/layout/page";
import { dataSettingsTabs } from "@/config/paths";
import { countNames, useUpdateDataSettings } from "@/data/data-settings";
import { useMay } from "@/data/use-current-workspace";
import { useUses } from "@/data/project-context";
import { toastOutcome } from "@/lib/toast-outcome";
import { formatDate, formatNumber } from "@/lib/format";
import { messages } from "@/lib/messages";
import { changedIds, noChanges, type Toggle, withChange } from "./changes";
import { EventsCard } from "./events-card";
import { SaveBar } from "./save-bar";
import { SyncLine } from "./sync-line";
import { UnsavedNote } from "./unsaved-note";
import { useUnsavedExclusions } from "./use-unsaved-exclusions";
import { useIsInView } from "./use-is-in-view";
import { useSchemaSync } from "./use-schema-sync";
import { UserPropertiesCard } from "./user-properties-card";

type SettingsEditorProps = {
  settings: DataSettings & { connection: { id: string } };
  onConnection: (id: string) => void;
};

export function SettingsEditor({ settings, onConnection }: SettingsEditorProps) {
  const connectionId = settings.connection.id;
  const update = useUpdateDataSettings(connectionId);
  const [changes, setChanges] = useUnsavedExclusions(settings, update.isPending);
  const { isSyncing, sync } = useSchemaSync(settings, connectionId);
  const findUse = useUses(connectionId);
  const mayChange = useMay("updateDataSettings");
  const isLocked = update.isPending || isSyncing || !mayChange;
  // A stable function, so that memoized rows render only when they change.
  const toggle = useCallback<Toggle>(
    (item, isExcluded) => setChanges((before) => withChange(before, item, isExcluded)),
    [setChanges],
  );
  const discard = () => setChanges(noChanges);
  const save = () =>
    toastOutcome(update.mutateAsync(changedIds(changes, settings), { onSuccess: discard }), {
      done: { title: messages.dataSettings.updated },
      failed: messages.dataSettings.updateFailed,
    });
  const [saveRef, isSaveInView] = useIsInView<HTMLButtonElement>();
  const saveButton = (ref?: typeof saveRef) => (
    <Button ref={ref} variant="solid" disabled={changes.size === 0 || isLocked} onClick={save}>
      {update.isPending ? "Saving..." : "Save Changes"}
    </Button>
  );
  const failure = settings.latestSync?.status === "failed" && !isSyncing ? settings.latestSync : null;

  return (
    <Page>
      <PageHeader
        title="Data Settings"
        description={`Excluded events and properties aren't read, checked or billed.${mayChange ? "" : " Editors can exclude them."}`}
        actions={
          mayChange && (
            <>
              <Button disabled={isLocked} onClick={() => sync()}>
                <RefreshCw aria-hidden /> {isSyncing ? "Syncing..." : "Sync Schema"}
              </Button>
              {saveButton(saveRef)}
            </>
          )
        }
      />
      <LinkTabs label="Data Settings" tabs={dataSettingsTabs(connectionId)} />
      <Stack gap="4">
        {failure && (
          <Notice
            tone="warning"
            title={messages.dataSettings.lastSyncFailed}
            action={mayChange && <RetryButton label="Sync Schema" onRetry={() => sync()} />}
          >
            {failure.errorMessage || messages.dataSettings.syncFailed}
            {settings.lastSyncedAt && ` Settings below are from ${formatDate(settings.lastSyncedAt)}.`}
          </Notice>
        )}
        <SyncLine
          settings={settings}
          isSyncing={isSyncing}
          changeCount={changes.size}
          isLocked={isLocked}
          onDiscard={discard}
          onConnection={onConnection}
        />
        {settings.nextCursor !== null && (
          <Notice tone="info" title="Only the most active names are listed">
            {formatNumber(countNames(settings))} of {formatNumber(settings.namesTotal)} events and properties
            are listed. Use search to find the others.
          </Notice>
        )}
        <Grid
          templateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 360px" }}
          gap="4"
          alignItems="start"
        >
          <EventsCard
            findUse={findUse}
            settings={settings}
            changes={changes}
            isLocked={isLocked}
            isSyncing={isSyncing}
            onToggle={toggle}
          />
          <UserPropertiesCard
            findUse={findUse}
            settings={settings}
            changes={changes}
            isLocked={isLocked}
            onToggle={toggle}
          />
        </Grid>
      </Stack>
      {changes.size > 0 && !isSaveInView && (
        <SaveBar>
          <UnsavedNote changeCount={changes.size} />
          {saveButton()}
        </SaveBar>
      )}
    </Page>
  );
}
