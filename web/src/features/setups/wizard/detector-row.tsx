import { Box, chakra, Flex, HStack } from "@chakra-ui/react";
import { checkBackDayChoices, type DetectorCatalogueEntry, type DetectorSettings } from "@contract/detectors";
import { useId, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Input } from "@/components/ui/input";
import { SmallText } from "@/components/ui/text";
import { cardRow } from "@/components/layout/card";
import { clampThreshold } from "@/features/setups/clamp-threshold";

type DetectorRowProps = {
  detector: DetectorCatalogueEntry;
  /** Why the connection cannot run it, if so. */
  missing: string | null;
  /** Null while the detector is not selected. */
  settings: DetectorSettings | null;
  onToggle: (isOn: boolean) => void;
  onSettings: (change: Partial<DetectorSettings>) => void;
};

const dayOptions = checkBackDayChoices.map((days) => ({ value: days, label: days }));

/** One check with its settings: check-back days and threshold. */
export function DetectorRow({ detector, missing, settings, onToggle, onSettings }: DetectorRowProps) {
  const id = useId();
  const descriptionId = `${id}-description`;
  return (
    <Flex
      gap={{ base: "3", sm: "4" }}
      {...cardRow}
      py="3"
      minH="64px"
      align="center"
      wrap={{ base: "wrap", sm: "nowrap" }}
    >
      <Checkbox
        id={id}
        checked={settings !== null}
        aria-describedby={descriptionId}
        onCheckedChange={onToggle}
      />
      <Box flex="1" minW="0">
        <chakra.label
          htmlFor={id}
          display="block"
          fontWeight={settings ? "570" : "450"}
          color={settings ? "fg" : "fg.muted"}
          cursor="pointer"
        >
          {detector.name}
        </chakra.label>
        <SmallText id={descriptionId}>
          {detector.description}
          {missing && (
            <chakra.span display="block" color="warning.fg">
              {missing}
            </chakra.span>
          )}
        </SmallText>
      </Box>
      {settings && (
        <Flex
          gap={{ base: "3", sm: "5" }}
          wrap="wrap"
          textStyle="small"
          color="fg.muted"
          width={{ base: "100%", sm: "auto" }}
          ps={{ base: "30px", sm: "0" }}
        >
          <HStack gap="2">
            Check back
            <SegmentedControl
              label={`Check back, ${detector.name}`}
              value={settings.checkBackDays}
              options={dayOptions}
              onChange={(checkBackDays) => onSettings({ checkBackDays })}
            />
            days
          </HStack>
          {/* Keeps its width when empty, so that columns stay aligned. */}
          <HStack gap="2" width={{ sm: "134px" }}>
            {detector.requiresThreshold && (
              <ThresholdInput
                label={`Threshold, ${detector.name}`}
                value={settings.thresholdPercent}
                onChange={(thresholdPercent) => onSettings({ thresholdPercent })}
              />
            )}
          </HStack>
        </Flex>
      )}
    </Flex>
  );
}

type ThresholdInputProps = { label: string; value: number; onChange: (value: number) => void };

/** A percentage from 1 to 100. Clamped on blur, because clamping while typing would swallow digits. */
function ThresholdInput({ label, value, onChange }: ThresholdInputProps) {
  const [text, setText] = useState<string | null>(null);
  const commit = () => {
    if (text !== null) onChange(clampThreshold(text));
    setText(null);
  };
  return (
    <>
      Threshold
      <Input
        type="number"
        inputMode="numeric"
        min={1}
        max={100}
        aria-label={label}
        size="xs"
        width="52px"
        flexShrink={0}
        value={text ?? value}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === "Enter" && commit()}
      />
      %
    </>
  );
}
