import type { EventSetting, PropertySetting } from "@contract/data-settings";
import { ChevronRight } from "lucide-react";
import { memo, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { countOf, formatUpTo } from "@/lib/format";
import { isExcluded, type Changes, type Toggle } from "./changes";
import type { FindUse } from "@/lib/find-use";
import { ExcludeRow, noteOfUse } from "./exclude-row";

/** Properties shown in an expanded event before 'Show more'. */
const firstProperties = 5;

type EventRowProps = {
  event: EventSetting;
  findUse: FindUse;
  /** All properties, or those that match the search. */
  properties: readonly PropertySetting[];
  /** The search matched a property of this event, so the event is expanded. */
  isSearched: boolean;
  changes: Changes;
  isLocked: boolean;
  onToggle: Toggle;
};

/** An event with its switch; expands to its properties. */
export const EventRow = memo(function EventRow({
  event,
  findUse,
  properties,
  isSearched,
  changes,
  isLocked,
  onToggle,
}: EventRowProps) {
  const [isOpened, setIsOpened] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const listId = useId();
  const isOpen = isOpened || isSearched;
  const isOff = isExcluded(changes, event);
  const shown = showsAll ? properties : properties.slice(0, firstProperties);
  return (
    <li>
      <ExcludeRow
        item={event}
        name={event.eventName}
        lastDetectedAt={event.lastDetectedAt}
        volume={event.eventsPerDay === null ? "—" : formatPerDay(event.eventsPerDay)}
        isChecked={isOff}
        isChanged={changes.has(event.id)}
        isDisabled={isLocked}
        onToggle={onToggle}
        className="event"
        expander={{
          isOpen,
          controls: listId,
          onClick: () => setIsOpened(!isOpen),
          note: [
            countOf(event.properties.length, "property", "properties"),
            noteOfUse(findUse, { event: event.eventName, property: null }),
          ]
            .filter(Boolean)
            .join(", "),
          icon: <ChevronRight size={15} />,
        }}
      />
      {isOpen && (
        <div className="properties" id={listId}>
          <ul aria-label={`Properties of ${event.eventName}`}>
            {shown.map((property) => (
              <li key={property.id}>
                <ExcludeRow
                  item={property}
                  name={property.propertyName}
                  context={event.eventName}
                  note={noteOfUse(findUse, { event: event.eventName, property: property.propertyName })}
                  lastDetectedAt={property.lastDetectedAt}
                  volume=""
                  isChecked={isExcluded(changes, property)}
                  isChanged={changes.has(property.id)}
                  isDisabled={isLocked || isOff}
                  onToggle={onToggle}
                />
              </li>
            ))}
          </ul>
          {properties.length > shown.length && (
            <Button variant="link" ms={{ base: "10", sm: "44px" }} onClick={() => setShowsAll(true)}>
              Show {properties.length - shown.length} more
            </Button>
          )}
          {properties.length === 0 && <div className="row">No properties</div>}
        </div>
      )}
    </li>
  );
}, areSameRow);

/** '1,204'; one decimal below 10, '<0.1' below 0.1. */
const formatPerDay = (perDay: number): string =>
  perDay > 0 && perDay < 0.1 ? "<0.1" : formatUpTo(perDay, perDay < 10 ? 1 : 0);

/** Keeps a change in one row from re-rendering all others. */
function areSameRow(before: EventRowProps, after: EventRowProps): boolean {
  const { changes: _before, ...a } = before;
  const { changes: _after, ...b } = after;
  const isSame = (Object.keys(a) as (keyof typeof a)[]).every((key) => a[key] === b[key]);
  return (
    isSame &&
    [after.event, ...after.event.properties].every(
      ({ id }) => before.changes.get(id) === after.changes.get(id),
    )
  );
}
