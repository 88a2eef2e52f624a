import { Box } from "@chakra-ui/react";
import type { PropertySetting } from "@contract/data-settings";
import { useState } from "react";
import { Button } from "@/components/button";
import { Card, CardHeader } from "@/components/card";
import { EmptyState } from "@/components/empty-state";
import { countOf, formatNumber } from "@/lib/format";
import { isExcluded, type Changes } from "./changes";
import { ExcludeRow } from "./exclude-row";
import { listCss } from "./list-css";
import type { Toggle } from "./settings-editor";

const pageSize = 200;
const maxHeightPx = 320;

type UserPropertiesCardProps = {
  properties: readonly PropertySetting[];
  changes: Changes;
  isLocked: boolean;
  onToggle: Toggle;
};

export function UserPropertiesCard({ properties, changes, isLocked, onToggle }: UserPropertiesCardProps) {
  const [shown, setShown] = useState(pageSize);
  const excludedCount = properties.filter((property) => isExcluded(changes, property)).length;
  return (
    <Card overflow="hidden" css={[listCss, oneColumnCss]}>
      <CardHeader
        title="User Properties"
        note={`${formatNumber(properties.length)}, ${formatNumber(excludedCount)} excluded`}
      />
      {properties.length === 0 && (
        <EmptyState title="No user properties yet" hasBob={false} isFramed={false} />
      )}
      <Box maxH={`${maxHeightPx}px`} overflowY="auto" tabIndex={0} role="group" aria-label="User Properties">
        <ul>
          {properties.slice(0, shown).map((property) => (
            <li key={property.id}>
              <ExcludeRow
                item={property}
                name={property.propertyName}
                isChecked={isExcluded(changes, property)}
                isChanged={changes.has(property.id)}
                isDisabled={isLocked}
                onToggle={onToggle}
              />
            </li>
          ))}
        </ul>
        {properties.length > shown && (
          <Box p="3">
            <Button size="xs" onClick={() => setShown(shown + pageSize)}>
              Show{" "}
              {countOf(Math.min(pageSize, properties.length - shown), "more property", "more properties")}
            </Button>
          </Box>
        )}
      </Box>
    </Card>
  );
}

const oneColumnCss = {
  "& .row": { gridTemplateColumns: "minmax(0, 1fr) 44px", minH: "43px" },
  "& li:first-of-type .row": { borderTopWidth: "0" },
};
