import { Grid, Stack } from "@chakra-ui/react";
import type { Connection } from "@contract/connections";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Button, LinkButton } from "@/components/ui/button";
import { EmptyState } from "@/components/states/empty-state";
import { ErrorState } from "@/components/states/error-state";
import { Page, PageHeader } from "@/components/layout/page";
import { SkeletonCards } from "@/components/states/skeleton";
import { paths } from "@/config/paths";
import { connectionsQuery } from "@/data/connections";
import { useMay } from "@/data/use-current-workspace";
import { connectionLabel } from "@/lib/names";
import { ConnectionCard } from "./connection-card";
import { ConnectionForm } from "./connection-form";

/** All connections. The form is shown when there are none, and to add or edit one. */
export function ConnectionsPage() {
  const connections = useQuery(connectionsQuery());
  // The edited connection is in the URL, so that other pages can link to it.
  const [search, setSearch] = useSearchParams();
  const [isAdding, setIsAdding] = useState(false);
  const edited = connections.data?.find(({ id }) => id === search.get("edit"));
  const mayChange = useMay("createConnection");
  const isEmpty = connections.data?.length === 0;
  const opener = useRef<Element | null>(null);
  const open = (change: () => void) => {
    opener.current = document.activeElement;
    change();
  };
  const close = () => {
    setIsAdding(false);
    setSearch({}, { replace: true });
    returnFocus(opener.current);
  };

  return (
    <Page>
      <PageHeader
        title="Connections"
        documentTitle={edited && `Edit ${connectionLabel(edited)}`}
        description="Mixpanel projects connected to Plumbline."
        actions={
          isEmpty ? (
            <LinkButton to={paths.home} variant="ghost">
              Skip for now
            </LinkButton>
          ) : (
            connections.data &&
            mayChange &&
            !isAdding &&
            !edited && (
              <Button variant="solid" onClick={() => open(() => setIsAdding(true))}>
                <Plus /> Add Connection
              </Button>
            )
          )
        }
      />
      {connections.isPending && <SkeletonCards count={2} label="Loading connections" isGrid />}
      {connections.isError && <ErrorState error={connections.error} onRetry={connections.refetch} />}
      {connections.data && (
        <Stack gap="4">
          {isEmpty && !mayChange && (
            <EmptyState title="No connections yet" text="Admins can connect a Mixpanel project." />
          )}
          {mayChange && (isEmpty || isAdding || edited) && (
            <ConnectionForm
              key={edited?.id ?? "new"}
              connection={edited}
              others={connections.data.filter((other) => other !== edited)}
              onCancel={isEmpty ? undefined : close}
            />
          )}
          <ConnectionGrid
            connections={connections.data}
            onEdit={({ id }) => open(() => setSearch({ edit: id }))}
          />
        </Stack>
      )}
    </Page>
  );
}

type GridProps = { connections: readonly Connection[]; onEdit: (connection: Connection) => void };

const ConnectionGrid = ({ connections, onEdit }: GridProps) => (
  <Grid templateColumns={{ base: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" }} gap="4">
    {connections.map((connection) => (
      <ConnectionCard key={connection.id} connection={connection} onEdit={() => onEdit(connection)} />
    ))}
  </Grid>
);

/** Moves the focus back to the button that opened the form, or to the page's start if that is gone. */
const returnFocus = (opener: Element | null) =>
  requestAnimationFrame(() => {
    const target = opener?.isConnected ? opener : document.getElementById("content");
    if (target instanceof HTMLElement) target.focus();
  });
