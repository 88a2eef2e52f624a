import { Box, HStack } from "@chakra-ui/react";
import { type DataSettings, mostDimensions, type SegmentBy } from "@contract/data-settings";
import { canDivide } from "@contract/names/property-names";
import { useMemo, useState } from "react";
import { Badge } from "@/components/badges/badge";
import { Card, CardBody, CardHeader } from "@/components/layout/card";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { FormDialog } from "@/components/ui/form-dialog";
import { SearchInput } from "@/components/ui/search-input";
import { SmallText } from "@/components/ui/text";
import { useUpdateDataSettings } from "@/data/data-settings";
import { messages } from "@/lib/messages";
import { toastOutcome } from "@/lib/toast";
import { useFilteredList } from "./use-filtered-list";

type SegmentsCardProps = {
  settings: DataSettings & { connection: { id: string } };
  isLocked: boolean;
  mayChange: boolean;
};

/** Shows and changes the event properties whose common values are checked too. */
export function SegmentsCard({ settings, isLocked, mayChange }: SegmentsCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { segmentBy, segmentProperties } = settings;
  const used = segmentBy?.filter((name) => segmentProperties.includes(name)) ?? segmentProperties;
  const unused = segmentBy?.filter((name) => !segmentProperties.includes(name)) ?? [];
  return (
    <Card>
      <CardHeader
        title="Segments"
        note={segmentBy ? "chosen by your team" : "chosen by Plumbline"}
        actions={
          mayChange && (
            <Button
              size="xs"
              aria-label="Change segments"
              disabled={isLocked}
              onClick={() => setIsOpen(true)}
            >
              Change
            </Button>
          )
        }
      />
      <CardBody>
        <SmallText>
          Events are also checked for the common values of these event properties, so that a break on one
          platform doesn&apos;t hide among the others.
        </SmallText>
        {used.length > 0 && (
          <HStack as="ul" gap="1.5" mt="2.5" flexWrap="wrap">
            {used.map((name) => (
              <Badge as="li" key={name}>
                {name}
              </Badge>
            ))}
          </HStack>
        )}
        {segmentBy === null && used.length === 0 && (
          <SmallText mt="2.5">The first run chooses them.</SmallText>
        )}
        {unused.length > 0 && (
          <SmallText mt="2.5">
            Not used so far: {unused.join(", ")}. The next run uses a property if it has few values whose
            shares stay about the same.
          </SmallText>
        )}
      </CardBody>
      {isOpen && <SegmentsDialog settings={settings} onClose={() => setIsOpen(false)} />}
    </Card>
  );
}

const pageSize = 100;

function SegmentsDialog({
  settings,
  onClose,
}: Pick<SegmentsCardProps, "settings"> & { onClose: () => void }) {
  const update = useUpdateDataSettings(settings.connection.id);
  const [chosen, setChosen] = useState<readonly string[]>(settings.segmentBy ?? []);
  const names = useMemo(() => propertyNames(settings), [settings]);
  const { search, setSearch, shown, nextCount, showMore } = useFilteredList(names, matching, pageSize);
  const isFull = chosen.length >= mostDimensions;
  const save = async () => {
    const segmentBy: SegmentBy = chosen.length === 0 ? null : [...chosen];
    const body = { events: [], eventProperties: [], userProperties: [], segmentBy };
    toastOutcome(
      update.mutateAsync(body, { onSuccess: onClose }),
      messages.dataSettings.updated,
      messages.dataSettings.updateFailed,
    );
  };
  return (
    <FormDialog
      title="Segments"
      description={`Choose up to ${mostDimensions} event properties. Without any, Plumbline chooses those that divide your events best. The next run reads the past weeks once more.`}
      submitLabel="Save"
      canSubmit={!update.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <SearchInput label="Find an event property" value={search} onChange={setSearch} />
      <Box maxH="280px" overflowY="auto" tabIndex={0} role="group" aria-label="Event properties">
        {shown.map((name) => {
          const isChecked = chosen.includes(name);
          return (
            <HStack as="label" key={name} gap="2.5" py="1.5" cursor="pointer">
              <Checkbox
                checked={isChecked}
                disabled={isFull && !isChecked}
                onCheckedChange={(isOn) =>
                  setChosen(isOn ? [...chosen, name] : chosen.filter((other) => other !== name))
                }
              />
              <Box overflowWrap="anywhere">{name}</Box>
            </HStack>
          );
        })}
        {nextCount > 0 && (
          <Button size="xs" onClick={showMore}>
            Show more
          </Button>
        )}
      </Box>
    </FormDialog>
  );
}

const matching = (names: readonly string[], query: string) =>
  names.filter((name) => name.toLowerCase().includes(query));

/** Event properties that may divide events, chosen ones and those of many events first. */
function propertyNames({ events, segmentBy }: DataSettings): string[] {
  const uses = new Map<string, number>((segmentBy ?? []).map((name) => [name, Infinity]));
  for (const { isExcluded, properties } of events)
    if (!isExcluded)
      for (const property of properties)
        if (!property.isExcluded && canDivide(property.propertyName))
          uses.set(property.propertyName, (uses.get(property.propertyName) ?? 0) + 1);
  return [...uses].sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1)).map(([name]) => name);
}
