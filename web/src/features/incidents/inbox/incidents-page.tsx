import { Box, chakra, Flex } from "@chakra-ui/react";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Incident } from "@contract/incidents";
import { incidentStatusSchema, type IncidentStatus } from "@contract/incidents/states";
import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { byImportance } from "@/components/incidents/incident-order";
import { statusWords } from "@/components/incidents/standing-text";
import { Card } from "@/components/layout/card";
import { Page, PageHeader } from "@/components/layout/page";
import { EmptyState } from "@/components/states/empty-state";
import { ErrorState } from "@/components/states/error-state";
import { SkeletonRows } from "@/components/states/skeleton";
import { Button } from "@/components/ui/button";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { incidentsQuery } from "@/data/incidents";
import { useViewsOf } from "@/data/project-context";
import { formatNumber } from "@/lib/format";
import { filterOf, IncidentFilters, isFiltered, matchesFilter } from "./incident-filter";
import { IncidentList } from "./incident-list";

/** The inbox: what is broken, most important first. Filters are in the address. */
export function IncidentsPage() {
  const [search, setSearch] = useSearchParams();
  const status = incidentStatusSchema.catch("open").parse(search.get("status"));
  const filter = filterOf(search);
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
  const notClosed = useInfiniteQuery({ ...incidentsQuery(false), enabled: status !== "closed" });
  // Known once all pages are loaded; closed ones are not loaded to be counted.
  const counted = notClosed.hasNextPage ? undefined : notClosed.data?.pages.flatMap(({ items }) => items);
  const all = incidents.data?.pages.flatMap(({ items }) => items) ?? [];
  const inTab = all.filter((incident) => incident.status === status);
  const viewsOf = useViewsOf(all);
  const shown = inTab
    .filter((incident) => matchesFilter(incident, filter))
    .sort((a, b) => byImportance(a, b, viewsOf));
  // What the tab or the filters choose may come on any page.
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = incidents;
  const isSearching = incidents.data !== undefined && shown.length === 0 && hasNextPage && !isError;
  const pages = incidents.data?.pages.length;
  useEffect(() => {
    if (isSearching && !isFetchingNextPage) void fetchNextPage();
  }, [isSearching, isFetchingNextPage, pages, fetchNextPage]);
  return (
    <Page>
      <PageHeader
        title="Incidents"
        description="What the checks have found, from the first sign to its end."
      />
      <Flex direction="column" mb="3">
        <Box alignSelf="flex-start" maxW="100%" overflowX="auto">
          <SegmentedControl
            label="Status"
            size="sm"
            value={status}
            options={tabsWith(counted)}
            onChange={(next) => set("status", next === "open" ? "" : next)}
          />
        </Box>
      </Flex>
      {/* On wide screens, what can be done to the selected ones takes the place of the filters. */}
      <Box mb="4" css={{ "&:has(~ [role='toolbar'])": { display: { md: "none" } } }}>
        <IncidentFilters incidents={inTab} filter={filter} onChange={set} />
      </Box>
      {(incidents.isPending || isSearching) && (
        <Card>
          <SkeletonRows label="Loading incidents" rows={6} />
        </Card>
      )}
      {isError && (
        <ErrorState title="Unable to load incidents" error={incidents.error} onRetry={incidents.refetch} />
      )}
      {incidents.data && shown.length === 0 && !hasNextPage && (
        <NothingHere
          status={status}
          hasFilter={isFiltered(filter)}
          onClear={() => setSearch(status === "open" ? {} : { status }, { replace: true })}
        />
      )}
      {shown.length > 0 && <IncidentList key={status} incidents={shown} viewsOf={viewsOf} />}
      {hasNextPage && shown.length > 0 && (
        <Box mt="3">
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Load more
          </Button>
        </Box>
      )}
    </Page>
  );
}

/** The statuses, with how many incidents have each where that is known. */
const tabsWith = (counted: readonly Incident[] | undefined) =>
  incidentStatusSchema.options.map((value) => {
    const count = counted?.filter(({ status }) => status === value).length ?? 0;
    return {
      value,
      label: (
        <>
          <span>{statusWords[value]}</span>{" "}
          {count > 0 && <chakra.span ms="1">{formatNumber(count)}</chakra.span>}
        </>
      ),
    };
  });

type NothingHereProps = { status: IncidentStatus; hasFilter: boolean; onClear: () => void };

function NothingHere({ status, hasFilter, onClear }: NothingHereProps) {
  const word = statusWords[status].toLowerCase();
  if (hasFilter)
    return (
      <EmptyState
        title={`No ${word} incident matches`}
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    );
  return (
    <EmptyState
      title={`Nothing ${word}`}
      text={status === "open" ? "Incidents appear when a run finds that something broke." : undefined}
    />
  );
}
