import { Grid, Stack, Box } from "@chakra-ui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { DataSettings } from "@contract/data-settings";
import { RefreshCw } from "lucide-react";
import { useCallback, type ReactNode, useEffect, useRef, useState, type RefObject } from "react";
import { Button } from "@/components/ui/button";
import { Notice, RetryButton } from "@/components/states/notice";
import { LinkTabs } from "@/components/layout/link-tabs";
import { Page, PageColumn, PageHeader } from "@/components/layout/page";
import { dataSettingsTabs } from "@/config/paths";
import { countNames, namesQuery, useUpdateDataSettings } from "@/data/data-settings";
import { useMay } from "@/data/use-current-workspace";
import { useUses } from "@/data/project-context";
import { toastOutcome } from "@/lib/toast";
import { formatDate, formatNumber } from "@/lib/format";
import { messages } from "@/lib/messages";
import { changedIds, noChanges, type Toggle, withChange } from "./changes";
import { EventsCard } from "./events-card";
import { SegmentsCard } from "./segments-card";
import { SyncLine, UnsavedNote } from "./sync-line";
import { useSchemaSync } from "./use-schema-sync";
import { UserPropertiesCard } from "./user-properties-card";
import { useUnsavedExclusions } from "./use-unsaved-exclusions";

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
  const newNames = useInfiniteQuery(namesQuery(connectionId, "new", "")).data?.pages[0]?.counts.new;
  const mayChange = useMay("updateDataSettings");
  const isLocked = update.isPending || isSyncing || !mayChange;
  // A stable function, so that memoized rows render only when they change.
  const toggle = useCallback<Toggle>(
    (item, isExcluded) => setChanges((before) => withChange(before, item, isExcluded)),
    [setChanges],
  );
  const discard = () => setChanges(noChanges);
  const save = () =>
    toastOutcome(
      update.mutateAsync(changedIds(changes, settings), { onSuccess: discard }),
      messages.dataSettings.updated,
      messages.dataSettings.updateFailed,
    );
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
                <RefreshCw /> {isSyncing ? "Syncing..." : "Sync Schema"}
              </Button>
              {saveButton(saveRef)}
            </>
          )
        }
      />
      <LinkTabs label="Data Settings" tabs={dataSettingsTabs(connectionId, newNames)} />
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
          <Stack gap="4">
            <SegmentsCard settings={settings} isLocked={isLocked} mayChange={mayChange} />
            <UserPropertiesCard
              findUse={findUse}
              settings={settings}
              changes={changes}
              isLocked={isLocked}
              onToggle={toggle}
            />
          </Stack>
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

/**
 * Shows a save button at the top of the window (on small screens, at the bottom) while the page's own is
 * scrolled out of view.
 */
const SaveBar = ({ children }: { children: ReactNode }) => (
  <Box
    as="section"
    aria-label="Unsaved changes"
    position="fixed"
    insetX="0"
    top={{ md: "0" }}
    bottom={{ base: "0", md: "auto" }}
    zIndex="sticky"
    bg="bg.panel"
    borderColor="border.emphasized"
    borderTopWidth={{ base: "1px", md: "0" }}
    borderBottomWidth={{ md: "1px" }}
  >
    <PageColumn display="flex" h="56px" gap="4" alignItems="center">
      {children}
    </PageColumn>
  </Box>
);

/** Whether an element is scrolled into view; true if the browser can't tell. */
function useIsInView<E extends Element>(): [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null);
  const [isInView, setIsInView] = useState(true);
  useEffect(() => {
    const element = ref.current;
    if (!element || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(([entry]) => setIsInView(entry?.isIntersecting ?? true));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, isInView];
}
