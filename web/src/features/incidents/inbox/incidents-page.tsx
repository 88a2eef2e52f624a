import { Box, chakra, Flex } from "@chakra-ui/react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Incident, IncidentCounts } from "@contract/incidents";
import { type IncidentStatus, incidentStatusSchema } from "@contract/incidents/states";
import { useEffect, useState } from "react";
import { statusWords } from "@/components/incidents/standing-text";
import { Page, PageHeader } from "@/components/layout/page";
import { ErrorState } from "@/components/states/error-state";
import { Notice, RetryButton } from "@/components/states/notice";
import { Skeletons, SkeletonTable } from "@/components/states/skeleton";
import { TextButton } from "@/components/ui/button";
import { SmallText } from "@/components/ui/text";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { NextPage } from "@/components/states/list-state";
import { useSearch } from "@/lib/use-search";
import { incidentCountsQuery, incidentsQuery } from "@/data/incidents";
import { errorText } from "@/lib/api-error";
import { countOf, formatNumber, formatTime } from "@/lib/format";
import { loadAgain } from "@/lib/query-client";
import { filterOf, IncidentFilters, isFiltered, matchesFilter } from "./incident-filter";
import { IncidentList } from "./incident-list";
import { NoMatch, NothingHere } from "./nothing-here";
import { useArrivals, useStillOrder } from "./use-arrivals";
import { useConnectionCheck, useLastCheck } from "./use-last-check";

/** The inbox: what is broken, most important first. Filters are in the URL. */
export function IncidentsPage() {
  const [search, set, setSearch] = useSearch();
  const status = incidentStatusSchema.catch("open").parse(search.get("status"));
  const filter = filterOf(search);
  const hasFilter = isFiltered(filter);
  const setStatus = (next: string) => set("status", next === "open" ? "" : next);
  const lastCheck = useLastCheck();
  const ofConnection = useConnectionCheck(filter.connection);
  const check = filter.connection === "" ? lastCheck : ofConnection;
  const counts = useQuery(incidentCountsQuery());
  const notClosed = useInfiniteQuery(incidentsQuery(false));
  const incidents = useInfiniteQuery(incidentsQuery(status === "closed"));
  const all = itemsOf(incidents.data);
  const inTab = all.filter((incident) => incident.status === status);
  const { ordered, reorder } = useStillOrder(status, inTab);
  const matching = ordered.filter((incident) => matchesFilter(incident, filter));
  const { isArrival, show } = useArrivals(notClosed.data && itemsOf(notClosed.data), {
    isUpToDate: !notClosed.isFetching,
    isComplete: !notClosed.hasNextPage,
  });
  const showArrivals = () => {
    reorder();
    show();
  };
  const waiting = matching.filter(isArrival);
  const isHoldingBack = waiting.length > 0 && waiting.length < matching.length;
  const shown = isHoldingBack ? matching.filter((incident) => !isArrival(incident)) : matching;
  const { hasNextPage, isFetching, isFetchingNextPage, isError, fetchNextPage } = incidents;
  const pages = incidents.data?.pages ?? [];
  const isNarrowed = hasFilter || status !== "open";
  const place = search.toString();
  /** How many matched when the user asked for more, and where. */
  const [asked, setAsked] = useState({ place, matches: 0 });
  // Matching incidents may be on any page, so pages are loaded until as many more match as one page has.
  const wanted =
    (asked.place === place ? asked.matches : 0) + (isNarrowed ? (pages[0]?.items.length ?? 0) : 1);
  const isSearching = matching.length < wanted && hasNextPage && !isError;
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, pages.length, fetchNextPage]);
  const isEmpty = incidents.data !== undefined && shown.length === 0 && !hasNextPage;
  const isTabEmpty = isEmpty && !hasFilter;
  const closed = useInfiniteQuery({
    ...incidentsQuery(true),
    // Closed incidents are loaded for their count only if nothing else matches.
    enabled: isEmpty && hasFilter,
  });
  const counted = [notClosed, closed].map(({ data, hasNextPage: isPart }) => ({
    all: itemsOf(data),
    isPart,
  }));
  const elsewhere = incidentStatusSchema.options
    .map((other) => {
      const { all: some, isPart } = counted[other === "closed" ? 1 : 0]!;
      const count = some.filter((one) => one.status === other && matchesFilter(one, filter)).length;
      return { status: other, count, isPart };
    })
    .find(({ status: other, count }) => other !== status && count > 0);
  return (
    <Page>
      <PageHeader
        title="Incidents"
        description={
          check?.checked
            ? [`${check.checked}.`, check.next].filter(Boolean).join(" ")
            : "Problems your checks found, from the first sign to the fix."
        }
      />
      <Flex direction="column" mb="3">
        <Box
          alignSelf="flex-start"
          maxW="100%"
          overflowX="auto"
          css={{ smDown: { "& label": { px: "2", fontSize: "12px" } } }}
        >
          <SegmentedControl
            label="Status"
            size="sm"
            value={status}
            options={tabsWith(
              [notClosed, closed].map(({ data, hasNextPage: isPart }) =>
                isPart ? undefined : data && itemsOf(data),
              ),
              counts.data,
            )}
            onChange={setStatus}
          />
        </Box>
      </Flex>
      {/* The bulk bar takes the place of the filters; on phones it is at the bottom. */}
      <Box mb="4" css={{ "&:has(~ [role='toolbar'])": { display: { sm: "none" } } }}>
        {(incidents.isPending || hasFilter || inTab.length > 0) && (
          <IncidentFilters incidents={inTab} hasMore={hasNextPage} filter={filter} onChange={set} />
        )}
      </Box>
      {(incidents.isPending ||
        (isSearching && shown.length === 0) ||
        (isTabEmpty && lastCheck === undefined)) && <GroupSkeletons />}
      {isError &&
        (incidents.data ? (
          <Notice
            mb="4"
            tone="alert"
            title="Unable to load incidents"
            action={<RetryButton onRetry={() => void loadAgain(incidents)} />}
          >
            {errorText(incidents.error)} The list below is from{" "}
            {formatTime(new Date(incidents.dataUpdatedAt).toISOString())}.
          </Notice>
        ) : (
          <ErrorState title="Unable to load incidents" error={incidents.error} onRetry={incidents.refetch} />
        ))}
      {isEmpty && hasFilter && (
        <NoMatch
          status={status}
          elsewhere={elsewhere}
          onClear={() => setSearch(status === "open" ? {} : { status }, { replace: true })}
          onShow={setStatus}
        />
      )}
      {isTabEmpty && lastCheck !== undefined && (
        <NothingHere status={status} lastCheck={lastCheck} hasIncidents={all.length > 0} />
      )}
      <Box role="status">
        {isHoldingBack && (
          <Flex gap="2" align="center" mb="3" textStyle="small">
            {countOf(waiting.length, "new incident")}.<TextButton onClick={showArrivals}>Show</TextButton>
          </Flex>
        )}
      </Box>
      {shown.length > 0 && <IncidentList key={status} incidents={shown} />}
      <Box role="status">
        {isSearching && isNarrowed && (
          <SmallText mt="3">{searchedText(all.length, status, counts.data)}</SmallText>
        )}
      </Box>
      {shown.length > 0 && (
        <NextPage
          query={{
            hasNextPage,
            isFetchingNextPage: isFetchingNextPage || isSearching,
            fetchNextPage: () => {
              setAsked({ place, matches: matching.length });
              return fetchNextPage();
            },
          }}
        />
      )}
    </Page>
  );
}

type Loaded = { pages: readonly { items: Incident[] }[] };
const itemsOf = (data: Loaded | undefined): Incident[] => data?.pages.flatMap(({ items }) => items) ?? [];

/** "Searched 100 of 300 incidents". */
function searchedText(searched: number, status: IncidentStatus, counts: IncidentCounts | undefined): string {
  if (!counts) return `Searched ${countOf(searched, "incident")}`;
  const { closed, ...others } = counts;
  const total = status === "closed" ? closed : others.open + others.acknowledged + others.muted;
  return `Searched ${formatNumber(searched)} of ${countOf(total, "incident")}`;
}

/**
 * The status tabs with their counts. If all incidents of a tab are loaded, the count comes from them, since
 * they reflect a change at once; otherwise from the server.
 */
const tabsWith = (
  [notClosed, closed]: readonly (readonly Incident[] | undefined)[],
  counts: IncidentCounts | undefined,
) =>
  incidentStatusSchema.options.map((value) => {
    const loaded = value === "closed" ? closed : notClosed;
    const count = loaded?.filter(({ status }) => status === value).length ?? counts?.[value];
    return {
      value,
      label: (
        <>
          <span>{statusWords[value]}</span>{" "}
          {count !== undefined && <chakra.span ms="1">{formatNumber(count)}</chakra.span>}
        </>
      ),
    };
  });

const GroupSkeletons = () => (
  <Skeletons label="Loading incidents">
    <Flex direction="column" gap="4">
      {[4, 3].map((rows) => (
        <SkeletonTable key={rows} rows={rows} rowHeight={58} narrowRowHeight={140} />
      ))}
    </Flex>
  </Skeletons>
);
