import { Box, Flex, Heading } from "@chakra-ui/react";
import { detectorKeys, type DetectorCatalogueEntry } from "@contract/detectors";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/button";
import { Card } from "@/components/card";
import { ErrorState } from "@/components/error-state";
import { SkeletonRows } from "@/components/skeleton";
import { detectorsQuery } from "@/data/setups";
import { DetectorRow } from "./detector-row";
import { changeSettings, defaultSettings, toggleDetector, type Draft } from "./draft";

const groups = [
  { title: "Events", has: (key: string) => key.startsWith("event_") && !key.startsWith("event_property_") },
  { title: "Event properties", has: (key: string) => key.startsWith("event_property_") },
  { title: "User profiles", has: (key: string) => key.startsWith("user_") },
];

type SelectChecksStepProps = { draft: Draft; onChange: (draft: Draft) => void };

export function SelectChecksStep({ draft, onChange }: SelectChecksStepProps) {
  const catalogue = useQuery(detectorsQuery());
  if (catalogue.isPending) return <SkeletonRows rows={detectorKeys.length} label="Loading checks" />;
  if (catalogue.isError) return <ErrorState error={catalogue.error} onRetry={catalogue.refetch} />;

  const isAllSelected = catalogue.data.every(({ key }) => draft.selected.some((entry) => entry.key === key));
  const selectAll = () =>
    onChange({
      ...draft,
      selected: isAllSelected
        ? []
        : catalogue.data.map(
            ({ key }) =>
              draft.selected.find((entry) => entry.key === key) ?? { key, settings: defaultSettings },
          ),
    });
  return (
    <>
      <Flex align="center" gap="3.5" mb="2.5" minH="32px">
        <Heading as="h2" textStyle="cardTitle">
          Select Checks
        </Heading>
        <Box color="fg.muted" aria-live="polite">
          {draft.selected.length} of {catalogue.data.length} selected
        </Box>
        <Button variant="link" marginInlineStart="auto" onClick={selectAll}>
          {isAllSelected ? "Clear all" : "Select all"}
        </Button>
      </Flex>
      <Card overflow="hidden">
        {groups.map(({ title, has }, index) => (
          <DetectorGroup
            key={title}
            title={title}
            isFirst={index === 0}
            detectors={catalogue.data.filter(({ key }) => has(key))}
            draft={draft}
            onChange={onChange}
          />
        ))}
      </Card>
    </>
  );
}

type DetectorGroupProps = SelectChecksStepProps & {
  title: string;
  isFirst: boolean;
  detectors: readonly DetectorCatalogueEntry[];
};

const DetectorGroup = ({ title, isFirst, detectors, draft, onChange }: DetectorGroupProps) => (
  <Box as="section" aria-label={title}>
    <Heading
      as="h3"
      textStyle="label"
      color="fg.muted"
      bg="bg.subtle"
      px={{ base: "4", sm: "5" }}
      py="2.5"
      borderTopWidth={isFirst ? "0" : "1px"}
      borderColor="border"
    >
      {title}
    </Heading>
    {detectors.map((detector) => (
      <DetectorRow
        key={detector.key}
        detector={detector}
        settings={draft.selected.find(({ key }) => key === detector.key)?.settings ?? null}
        onToggle={(isOn) => onChange(toggleDetector(draft, detector.key, isOn))}
        onSettings={(change) => onChange(changeSettings(draft, detector.key, change))}
      />
    ))}
  </Box>
);
