import { Box } from "@chakra-ui/react";
import type { DataSettings, PropertySetting } from "@contract/data-settings";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/layout/card";
import { EmptyState } from "@/components/states/empty-state";
import { SearchInput } from "@/components/ui/search-input";
import { countOf, formatNumber } from "@/lib/format";
import { isExcluded, type Changes, type Toggle } from "./changes";
import { ExcludeRow, noteOfUse } from "./exclude-row";
import type { FindUse } from "@/lib/find-use";
import { listCss } from "./list-css";
import { useFilteredList } from "./use-filtered-list";
import { useNameSearch } from "./use-name-search";

const pageSize = 200;
const maxHeightPx = 320;
/** With more properties than this, a search field is shown. */
const searchableFrom = 20;

type UserPropertiesCardProps = {
  findUse: FindUse;
  settings: DataSettings & { connection: { id: string } };
  changes: Changes;
  isLocked: boolean;
  onToggle: Toggle;
};

export function UserPropertiesCard({
  findUse,
  settings,
  changes,
  isLocked,
  onToggle,
}: UserPropertiesCardProps) {
  const properties = settings.userProperties;
  const { search, query, setSearch, shown, nextCount, showMore } = useFilteredList(
    properties,
    named,
    pageSize,
  );
  const { isSearching } = useNameSearch(settings, query);
  const excludedCount = properties.filter((property) => isExcluded(changes, property)).length;
  return (
    <Card overflow="hidden" css={[listCss, oneColumnCss]}>
      <CardHeader
        title="User Properties"
        note={`${formatNumber(properties.length)}, ${formatNumber(excludedCount)} excluded`}
      />
      {properties.length > searchableFrom && (
        <Box px={{ base: "4", sm: "5" }} py="2.5" borderBottomWidth="1px">
          <SearchInput label="Find a user property" value={search} onChange={setSearch} />
        </Box>
      )}
      {shown.length === 0 && (
        <EmptyState
          title={
            properties.length === 0
              ? "No user properties yet"
              : isSearching
                ? "Searching..."
                : "Nothing found"
          }
          hasBob={false}
          isFramed={false}
        />
      )}
      <Box maxH={`${maxHeightPx}px`} overflowY="auto" tabIndex={0} role="group" aria-label="User Properties">
        <ul>
          {shown.map((property) => (
            <li key={property.id}>
              <ExcludeRow
                item={property}
                name={property.propertyName}
                note={noteOfUse(findUse, { event: null, property: property.propertyName })}
                isChecked={isExcluded(changes, property)}
                isChanged={changes.has(property.id)}
                isDisabled={isLocked}
                onToggle={onToggle}
              />
            </li>
          ))}
        </ul>
        {nextCount > 0 && (
          <Box p="3">
            <Button size="xs" onClick={showMore}>
              Show {countOf(nextCount, "more property", "more properties")}
            </Button>
          </Box>
        )}
      </Box>
    </Card>
  );
}

const named = (properties: readonly PropertySetting[], query: string) =>
  properties.filter(({ propertyName }) => propertyName.toLowerCase().includes(query));

const oneColumnCss = {
  "& .row": { gridTemplateColumns: "minmax(0, 1fr) 44px", minH: "43px" },
  "& li:first-of-type .row": { borderTopWidth: "0" },
};
