import type { DataSettings } from "@contract/data-settings";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { EmptyState } from "@/components/states/empty-state";
import { ErrorState } from "@/components/states/error-state";
import { LinkButton } from "@/components/ui/button";
import { Page, PageHeader } from "@/components/layout/page";
import { SkeletonRows } from "@/components/states/skeleton";
import { paths } from "@/config/paths";
import { dataSettingsQuery } from "@/data/data-settings";
import { SettingsEditor } from "./settings-editor";

/** Lets users exclude events and properties, and sync them from Mixpanel. */
export function DataSettingsPage() {
  const [search, setSearch] = useSearchParams();
  const connectionId = search.get("connection") ?? undefined;
  const settings = useQuery(dataSettingsQuery(connectionId));
  const shownId = settings.data?.connection?.id;
  // The URL names the connection from the start, so that a reload or a shared link opens the same one.
  useEffect(() => {
    if (shownId !== undefined && connectionId === undefined)
      setSearch({ connection: shownId }, { replace: true });
  }, [shownId, connectionId, setSearch]);
  if (settings.data && hasConnection(settings.data))
    return (
      <SettingsEditor
        key={settings.data.connection.id}
        settings={settings.data}
        onConnection={(id) => setSearch({ connection: id }, { replace: true })}
      />
    );
  return (
    <Page>
      <PageHeader title="Data Settings" description={description} />
      {settings.isPending ? (
        <SkeletonRows rows={8} label="Loading data settings" rowHeight={46} />
      ) : settings.isError ? (
        <ErrorState error={settings.error} onRetry={settings.refetch} />
      ) : (
        <EmptyState
          title="No verified connection"
          text="Events and properties appear here once a connection is verified."
          action={
            <LinkButton variant="solid" to={paths.connections}>
              Connections
            </LinkButton>
          }
        />
      )}
    </Page>
  );
}

const hasConnection = (settings: DataSettings): settings is DataSettings & { connection: { id: string } } =>
  settings.connection !== null;

const description = "Excluded events and properties aren't read, checked or billed.";
