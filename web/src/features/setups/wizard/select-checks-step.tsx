import { Box, Flex, Heading, HStack } from "@chakra-ui/react";
import type { Connection } from "@contract/connections";
import { detectorKeys, detectorOf, type DetectorCatalogueEntry } from "@contract/detectors";
import type { DetectorSubject } from "@contract/detectors/descriptor";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/layout/card";
import { ErrorState } from "@/components/states/error-state";
import { Notice } from "@/components/states/notice";
import { SkeletonRows } from "@/components/states/skeleton";
import { detectorsQuery } from "@/data/setups";
import { messages } from "@/lib/messages";
import { DetectorRow } from "./detector-row";
import { changeSettings, selectDetectors, toggleDetector, type Draft } from "./draft";
import { missingNeed, runnableChecks } from "@/lib/runnable-checks";

const groups: readonly { title: string; subjects: readonly DetectorSubject[] }[] = [
  { title: "Events", subjects: ["events"] },
  { title: "Event properties", subjects: ["event-properties"] },
  { title: "User profiles", subjects: ["user-properties", "user-profiles"] },
];

const { shortHistory } = messages.connections;

type SelectChecksStepProps = {
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** The chosen connection. Checks that it can't run are not recommended. */
  connection: Connection | undefined;
};

export function SelectChecksStep({ draft, onChange, connection }: SelectChecksStepProps) {
  const catalogue = useQuery(detectorsQuery());
  if (catalogue.isPending) return <SkeletonRows rows={detectorKeys.length} label="Loading checks" />;
  if (catalogue.isLoadingError) return <ErrorState error={catalogue.error} onRetry={catalogue.refetch} />;

  const recommended = runnableChecks(catalogue.data, connection).map(({ key }) => key);
  const isRecommended =
    draft.selected.length === recommended.length &&
    draft.selected.every(({ key }) => recommended.includes(key));
  return (
    <>
      <Flex align="center" gap="3.5" mb="2.5" minH="32px">
        <Heading as="h2" textStyle="cardTitle">
          Select Checks
        </Heading>
        <Box color="fg.muted" aria-live="polite">
          {draft.selected.length} of {catalogue.data.length} selected
        </Box>
        <HStack gap="3" marginInlineStart="auto">
          {draft.selected.length > 0 && (
            <Button variant="link" onClick={() => onChange(selectDetectors(draft, []))}>
              Clear all
            </Button>
          )}
          {!isRecommended && (
            <Button size="xs" onClick={() => onChange(selectDetectors(draft, recommended))}>
              Choose recommended checks
            </Button>
          )}
        </HStack>
      </Flex>
      {connection?.capabilities?.historyDays && (
        <Notice mb="3" tone="info" title={shortHistory.title}>
          {shortHistory.text(connection.capabilities.historyDays)}
        </Notice>
      )}
      <Card overflow="hidden">
        {groups.map(({ title, subjects }, index) => (
          <DetectorGroup
            key={title}
            title={title}
            isFirst={index === 0}
            detectors={catalogue.data.filter(({ key }) => subjects.includes(detectorOf(key).subject))}
            draft={draft}
            onChange={onChange}
            connection={connection}
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

const DetectorGroup = ({ title, isFirst, detectors, draft, onChange, connection }: DetectorGroupProps) => (
  <Box as="section" aria-label={title}>
    <Heading
      as="h3"
      textStyle="label"
      color="fg.muted"
      bg="bg.subtle"
      px={{ base: "4", sm: "5" }}
      py="2.5"
      borderTopWidth={isFirst ? "0" : "1px"}
    >
      {title}
    </Heading>
    {detectors.map((detector) => (
      <DetectorRow
        key={detector.key}
        detector={detector}
        missing={missingNeed(detector.key, connection)}
        settings={draft.selected.find(({ key }) => key === detector.key)?.settings ?? null}
        onToggle={(isOn) => onChange(toggleDetector(draft, detector.key, isOn))}
        onSettings={(change) => onChange(changeSettings(draft, detector.key, change))}
      />
    ))}
  </Box>
);
