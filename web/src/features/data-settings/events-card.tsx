import { Box, Flex, HStack } from "@chakra-ui/react";
import type { DataSettings, EventSetting, PropertySetting } from "@contract/data-settings";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, cardRow } from "@/components/layout/card";
import { EmptyState } from "@/components/states/empty-state";
import type { FindUse } from "@/lib/find-use";
import { SearchInput } from "@/components/ui/search-input";
import { useId, useMemo, useState } from "react";
import { Select } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { useMay } from "@/data/use-current-workspace";
import { countOf, formatNumber } from "@/lib/format";
import { arrangeEvents, eventOrders, type EventOrder } from "./arrange-events";
import { isExcluded, type Changes, type Toggle } from "./changes";
import { EventRow } from "./event-row";
import { listCss } from "./list-css";
import { useFilteredList } from "./use-filtered-list";
import { useNameSearch } from "./use-name-search";

const orderLabels: Record<EventOrder, string> = {
  name: "Sort by name",
  "last-detected": "Sort by last seen",
  volume: "Sort by events per day",
};

/** Events rendered at a time; projects can have thousands. */
const pageSize = 100;

type EventsCardProps = {
  findUse: FindUse;
  settings: DataSettings & { connection: { id: string } };
  changes: Changes;
  isLocked: boolean;
  isSyncing: boolean;
  onToggle: Toggle;
};

export function EventsCard({ findUse, settings, changes, isLocked, isSyncing, onToggle }: EventsCardProps) {
  const { events } = settings;
  const mayChange = useMay("updateDataSettings");
  const [order, setOrder] = useState<EventOrder>("name");
  const [excludedOnly, setExcludedOnly] = useState(false);
  const [unusedOnly, setUnusedOnly] = useState(false);
  const arranged = useMemo(() => {
    const isUnused = ({ eventName }: EventSetting) => !findUse({ event: eventName, property: null });
    const isFiltered = unusedOnly && findUse.isComplete;
    return arrangeEvents(
      events,
      { order, excludedOnly, isUnused: isFiltered ? isUnused : undefined },
      changes,
    );
  }, [events, order, excludedOnly, unusedOnly, findUse, changes]);
  const { search, query, setSearch, matches, shown, nextCount, showMore } = useFilteredList(
    arranged,
    matchingEvents,
    pageSize,
  );
  const { isSearching } = useNameSearch(settings, query);
  const setAll = (excluded: boolean) => matches.forEach(({ event }) => onToggle(event, excluded));
  const excludedCount = events.filter((event) => isExcluded(changes, event)).length;

  return (
    <Card overflow="hidden" css={listCss}>
      <CardHeader
        title="Events"
        hasWideActions
        note={`${formatNumber(events.length)}, ${formatNumber(excludedCount)} excluded`}
        actions={
          <Box width={{ base: "100%", sm: "240px" }}>
            <SearchInput label="Find an event or property" value={search} onChange={setSearch} />
          </Box>
        }
      />
      <Flex columnGap="4" rowGap="2" wrap="wrap" align="center" {...cardRow} py="2.5" textStyle="small">
        <Select
          box={{ minW: "160px", w: "auto" }}
          aria-label="Sort events"
          size="sm"
          value={order}
          options={eventOrders.map((value) => ({ value, label: orderLabels[value] }))}
          onChange={(value) => setOrder(eventOrders.find((known) => known === value) ?? "name")}
        />
        <FilterSwitch label="Excluded only" isOn={excludedOnly} onChange={setExcludedOnly} />
        {findUse.isComplete && (
          <FilterSwitch
            label="Unused only"
            help="No dashboard, report, cohort or alert in Mixpanel uses these events."
            isOn={unusedOnly}
            onChange={setUnusedOnly}
          />
        )}
        {mayChange && (
          <HStack gap="3" marginInlineStart={{ sm: "auto" }}>
            <Button variant="link" disabled={isLocked || matches.length === 0} onClick={() => setAll(true)}>
              Exclude all {formatNumber(matches.length)}
            </Button>
            <Button variant="link" disabled={isLocked || matches.length === 0} onClick={() => setAll(false)}>
              Include all {formatNumber(matches.length)}
            </Button>
          </HStack>
        )}
      </Flex>
      <div className="head" aria-hidden>
        <span>Name</span>
        <span className="volume">Events per day</span>
        <span className="date">Last detected</span>
        <span>Exclude</span>
      </div>
      {shown.length === 0 && (
        <EmptyState
          title={
            events.length === 0
              ? isSyncing
                ? "Reading the schema"
                : "No events yet"
              : isSearching
                ? "Searching..."
                : "Nothing found"
          }
          text={
            events.length === 0
              ? isSyncing
                ? "Reading the names of events and properties from Mixpanel."
                : "Sync the schema to read them from Mixpanel."
              : isSearching
                ? "Searching all names in the project."
                : "No events or properties match."
          }
          isFramed={false}
        />
      )}
      <ul aria-label="Events">
        {shown.map(({ event, properties }) => (
          <EventRow
            key={event.id}
            event={event}
            findUse={findUse}
            properties={properties}
            isSearched={properties !== event.properties}
            changes={changes}
            isLocked={isLocked}
            onToggle={onToggle}
          />
        ))}
      </ul>
      {nextCount > 0 && (
        <Box p="4" borderTopWidth="1px">
          <Button size="xs" onClick={showMore}>
            Show {countOf(nextCount, "more event")}
          </Button>
        </Box>
      )}
    </Card>
  );
}

type FilterSwitchProps = {
  label: string;
  help?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

function FilterSwitch({ label, help, isOn, onChange }: FilterSwitchProps) {
  const id = useId();
  return (
    <HStack gap="2" title={help}>
      <Switch aria-labelledby={id} checked={isOn} onCheckedChange={onChange} />
      <span id={id}>{label}</span>
    </HStack>
  );
}

type EventMatch = { event: EventSetting; properties: readonly PropertySetting[] };

/**
 * Events whose name or properties contain `query` (lower case). If properties match, only those are returned; if only
 * the name matches, the event's own `properties` array is.
 */
function matchingEvents(events: readonly EventSetting[], query: string): EventMatch[] {
  if (query === "") return events.map((event) => ({ event, properties: event.properties }));
  return events.flatMap((event) => {
    const properties = event.properties.filter(({ propertyName }) =>
      propertyName.toLowerCase().includes(query),
    );
    if (properties.length > 0) return [{ event, properties }];
    return event.eventName.toLowerCase().includes(query) ? [{ event, properties: event.properties }] : [];
  });
}
