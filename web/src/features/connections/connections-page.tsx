import { Grid, Stack } from "@chakra-ui/react";
import type { Connection } from "@contract/connections";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Button } from "@/components/button";
import { ErrorState } from "@/components/error-state";
import { LinkButton } from "@/components/link-button";
import { Page, PageHeader } from "@/components/page";
import { SkeletonCards } from "@/components/skeleton";
import { paths } from "@/config/paths";
import { connectionsQuery } from "@/data/connections";
import { ConnectionCard } from "./connection-card";
import { ConnectionForm } from "./connection-form";

/** The account's connections; the form shows while there is none, and for adding and editing. */
export function ConnectionsPage() {
  const connections = useQuery(connectionsQuery());
  // Which one is edited stands in the address, so that other pages can link to it.
  const [search, setSearch] = useSearchParams();
  const [isAdding, setIsAdding] = useState(false);
  const edited = connections.data?.find(({ id }) => id === search.get("edit"));
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
        description="Mixpanel projects that Plumbline may read."
        actions={
          isEmpty ? (
            <LinkButton to={paths.home} variant="ghost">
              Skip for now
            </LinkButton>
          ) : (
            connections.data &&
            !isAdding &&
            !edited && (
              <Button variant="solid" onClick={() => open(() => setIsAdding(true))}>
                <Plus aria-hidden /> Add Connection
              </Button>
            )
          )
        }
      />
      {connections.isPending && <SkeletonCards count={2} label="Loading connections" isGrid />}
      {connections.isError && <ErrorState error={connections.error} onRetry={connections.refetch} />}
      {connections.data && (
        <Stack gap="4">
          {(isEmpty || isAdding || edited) && (
            <ConnectionForm
              key={edited?.id ?? "new"}
              connection={edited}
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

/** To what opened the form, or to the page's start where that is gone; once the form is. */
const returnFocus = (opener: Element | null) =>
  requestAnimationFrame(() => {
    const target = opener?.isConnected ? opener : document.getElementById("content");
    if (target instanceof HTMLElement) target.focus();
  });
