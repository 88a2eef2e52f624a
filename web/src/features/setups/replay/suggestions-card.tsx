import { Box, chakra } from "@chakra-ui/react";
import { detectorOf, type SelectedDetector } from "@contract/detectors";
import type { Setup, SetupSuggestion } from "@contract/setups";
import { useQuery } from "@tanstack/react-query";
import { Card, CardBody, CardHeader } from "@/components/layout/card";
import { Button, LinkButton } from "@/components/ui/button";
import { SmallText } from "@/components/ui/text";
import { paths } from "@/config/paths";
import { setupSuggestionsQuery } from "@/data/setups";
import { useMay } from "@/data/use-current-workspace";
import { countOf } from "@/lib/format";

type SuggestionsCardProps = {
  setup: Setup;
  /** Replays the setup with these checks beside its own. */
  onCompare: (detectors: SelectedDetector[]) => void;
};

/** Changes that would have prevented false alarms. This card does not apply them. */
export function SuggestionsCard({ setup, onCompare }: SuggestionsCardProps) {
  const { data: suggestions = [] } = useQuery(setupSuggestionsQuery(setup.id));
  const canChange = useMay("startReplay", false);
  if (suggestions.length === 0) return null;
  return (
    <Card aria-label="Suggestions">
      <CardHeader title="Suggestions" note="From incidents closed as false alarms" />
      <CardBody>
        <ul>
          {suggestions.map((suggestion, index) => (
            <chakra.li
              key={index}
              display="flex"
              flexWrap="wrap"
              columnGap="3"
              rowGap="2"
              alignItems="flex-start"
              py="1.5"
            >
              <Box flex="1" minW={{ base: "100%", sm: "0" }} overflowWrap="anywhere">
                {titleOf(suggestion, setup)}
                <SmallText>{effectOf(suggestion)}</SmallText>
              </Box>
              {canChange &&
                (suggestion.kind === "threshold" ? (
                  <>
                    <Button
                      size="xs"
                      onClick={() => onCompare(withSuggested(setup.selectedDetectors, suggestion))}
                    >
                      Replay at {suggestion.percent}%
                    </Button>
                    <LinkButton size="xs" variant="ghost" to={paths.editSetup(setup.id)}>
                      Edit Setup
                    </LinkButton>
                  </>
                ) : (
                  <LinkButton size="xs" to={paths.dataSettings}>
                    Data Settings
                  </LinkButton>
                ))}
            </chakra.li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

type Threshold = Extract<SetupSuggestion, { kind: "threshold" }>;

const withSuggested = (
  detectors: readonly SelectedDetector[],
  { detector, percent }: Threshold,
): SelectedDetector[] =>
  detectors.map(({ key, settings }) => ({
    key,
    settings: key === detector ? { ...settings, thresholdPercent: percent } : settings,
  }));

function titleOf(suggestion: SetupSuggestion, { selectedDetectors }: Setup) {
  if (suggestion.kind === "threshold") {
    const now = selectedDetectors.find(({ key }) => key === suggestion.detector)?.settings.thresholdPercent;
    return (
      <>
        Raise the threshold of <b>{detectorOf(suggestion.detector).name}</b>
        {now !== undefined && ` from ${now}%`} to {suggestion.percent}%
      </>
    );
  }
  const { event, property } = suggestion;
  return (
    <>
      Exclude <b>{property ?? event}</b>
      {property !== null && event !== null && ` on ${event}`}
      {event === null && " from user profiles"}
    </>
  );
}

const effectOf = (suggestion: SetupSuggestion): string =>
  suggestion.kind === "threshold"
    ? `${countOf(suggestion.falseAlarms, "false alarm")} would not have been reported, and no incident closed as fixed would have been missed.`
    : `${countOf(suggestion.falseAlarms, "incident")} closed as false alarms, none as fixed.`;
