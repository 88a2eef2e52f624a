import { Box, chakra, Flex } from "@chakra-ui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { maxBulkIncidents, type Incident } from "@contract/incidents";
import { incidentStatusSchema, type IncidentStatus } from "@contract/incidents/states";
import { hasRole } from "@contract/workspaces";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { byImportance } from "@/components/incidents/incident-order";
import { statusWords } from "@/components/incidents/standing-text";
import { Card } from "@/components/layout/card";
import { Page, PageHeader } from "@/components/layout/page";
import { EmptyState } from "@/components/states/empty-state";
import { ErrorState } from "@/components/states/error-state";
import { SkeletonRows } from "@/components/states/skeleton";
import { Button } from "@/components/ui/button";
import { SearchInput } from "@/components/ui/search-input";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { incidentsQuery } from "@/data/incidents";
import { useCurrentWorkspace } from "@/data/use-current-workspace";
import { countOf } from "@/lib/format";
import { IncidentActions } from "./incident-actions";
import { IncidentRow } from "./incident-row";
import { plainReason } from "./incident-text";
import { useIncidentActions } from "./use-incident-actions";

const tabs = incidentStatusSchema.options.map((status) => ({ value: status, label: statusWords[status] }));

/** The inbox: what is broken, most important first. Filters are in the address. */
export function IncidentsPage() {
  const [search, setSearch] = useSearchParams();
  const status = incidentStatusSchema.catch("open").parse(search.get("status"));
  const text = search.get("text") ?? "";
  const set = (name: string, value: string) =>
    setSearch(
      (before) => {
        if (value === "") before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true },
    );
  const incidents = useInfiniteQuery(incidentsQuery(status === "closed"));
  const all = incidents.data?.pages.flatMap(({ items }) => items) ?? [];
  const shown = all
    .filter((incident) => incident.status === status && matches(incident, text))
    .sort(byImportance);
  return (
    <Page>
      <PageHeader
        title="Incidents"
        description="What the checks have found, from the first sign to its end."
      />
      <Flex direction="column" gap="3" mb="4">
        <Box alignSelf="flex-start" maxW="100%" overflowX="auto">
          <SegmentedControl
            label="Status"
            size="sm"
            value={status}
            options={tabs}
            onChange={(next) => set("status", next === "open" ? "" : next)}
          />
        </Box>
        <Box maxW="420px">
          <SearchInput
            label="Filter by event, property or cause"
            value={text}
            onChange={(next) => set("text", next)}
          />
        </Box>
      </Flex>
      {incidents.isPending && (
        <Card>
          <SkeletonRows label="Loading incidents" rows={6} />
        </Card>
      )}
      {incidents.isError && (
        <ErrorState title="Unable to load incidents" error={incidents.error} onRetry={incidents.refetch} />
      )}
      {incidents.data && shown.length === 0 && (
        <NothingHere status={status} isFiltered={text !== ""} onClear={() => set("text", "")} />
      )}
      {shown.length > 0 && <IncidentList key={status} incidents={shown} />}
      {incidents.hasNextPage && (
        <Box mt="3">
          <Button disabled={incidents.isFetchingNextPage} onClick={() => void incidents.fetchNextPage()}>
            Load more
          </Button>
        </Box>
      )}
    </Page>
  );
}

/** Rows with what can be done to several of them at once. */
function IncidentList({ incidents }: { incidents: readonly Incident[] }) {
  const workspace = useCurrentWorkspace();
  const canChange = workspace !== undefined && hasRole(workspace.role, "editor");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { act, isPending } = useIncidentActions();
  const selected = incidents.filter(({ id }) => chosen.has(id)).slice(0, maxBulkIncidents);
  const select = (id: string, isSelected: boolean) =>
    setChosen((before) => new Set(isSelected ? [...before, id] : [...before].filter((one) => one !== id)));
  return (
    <>
      {selected.length > 0 && (
        <Flex role="toolbar" aria-label="Selected incidents" gap="2" align="center" wrap="wrap" mb="3">
          <Box textStyle="smallStrong" me="1">
            {countOf(selected.length, "incident")} selected
          </Box>
          <IncidentActions
            incidents={selected}
            isPending={isPending}
            onAct={(action) =>
              void act(
                selected.map(({ id }) => id),
                action,
              ).then((isDone) => isDone && setChosen(new Set()))
            }
          />
        </Flex>
      )}
      <Card>
        <chakra.ul listStyleType="none">
          {incidents.map((incident) => (
            <IncidentRow
              key={incident.id}
              incident={incident}
              isSelected={chosen.has(incident.id)}
              onSelect={canChange ? (isSelected) => select(incident.id, isSelected) : undefined}
            />
          ))}
        </chakra.ul>
      </Card>
    </>
  );
}

type NothingHereProps = { status: IncidentStatus; isFiltered: boolean; onClear: () => void };

function NothingHere({ status, isFiltered, onClear }: NothingHereProps) {
  const word = statusWords[status].toLowerCase();
  if (isFiltered)
    return (
      <EmptyState
        title={`No ${word} incident matches`}
        action={<Button onClick={onClear}>Clear filter</Button>}
      />
    );
  return (
    <EmptyState
      title={`Nothing ${word}`}
      text={status === "open" ? "Incidents appear when a run finds that something broke." : undefined}
    />
  );
}

const matches = ({ finding, assignee }: Incident, text: string): boolean =>
  [finding.headline, plainReason(finding), finding.cause ?? "", assignee?.name ?? ""]
    .join(" ")
    .toLowerCase()
    .includes(text.trim().toLowerCase());
