import { Box } from "@chakra-ui/react";
import type { EventSetting } from "@contract/data-settings";
import { Button } from "@/components/button";
import { Card, CardHeader } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { SearchInput } from "@/components/search-input";
import { countOf, formatNumber } from "@/lib/format";
import { isExcluded, type Changes } from "./changes";
import { EventRow } from "./event-row";
import { matchingEvents } from "./matching-events";
import { listCss } from "./list-css";
import type { Toggle } from "./settings-editor";
import { useFound } from "./use-found";

/** Rows put on the page at a time: projects have thousands of events. */
const pageSize = 100;

type EventsCardProps = {
  events: readonly EventSetting[];
  changes: Changes;
  isLocked: boolean;
  isSyncing: boolean;
  onToggle: Toggle;
};

export function EventsCard({ events, changes, isLocked, isSyncing, onToggle }: EventsCardProps) {
  const { search, setSearch, shown, nextCount, showMore } = useFound(events, matchingEvents, pageSize);
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
      <div className="head" aria-hidden>
        <span>Name</span>
        <span className="date">Last detected</span>
        <span>Exclude</span>
      </div>
      {shown.length === 0 && (
        <EmptyState
          title={events.length === 0 ? (isSyncing ? "Reading the schema" : "No events yet") : "Nothing found"}
          text={
            events.length === 0
              ? isSyncing
                ? "Names of events and properties are being read from Mixpanel."
                : "Sync the schema to read them from Mixpanel."
              : "No event or property has this in its name."
          }
          isFramed={false}
        />
      )}
      <ul aria-label="Events">
        {shown.map(({ event, properties }) => (
          <EventRow
            key={event.id}
            event={event}
            properties={properties}
            isSearched={properties !== event.properties}
            changes={changes}
            isLocked={isLocked}
            onToggle={onToggle}
          />
        ))}
      </ul>
      {nextCount > 0 && (
        <Box p="4" borderTopWidth="1px" borderColor="border">
          <Button size="xs" onClick={showMore}>
            Show {countOf(nextCount, "more event")}
          </Button>
        </Box>
      )}
    </Card>
  );
}
