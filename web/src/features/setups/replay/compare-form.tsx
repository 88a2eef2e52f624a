import { Box, Flex } from "@chakra-ui/react";
import type { SelectedDetector } from "@contract/detectors";
import { withThresholdPercent } from "@contract/replay";
import { useId, useState } from "react";
import { Arrow } from "@/components/badges/arrow";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { SmallText } from "@/components/ui/text";
import type { ReplayState } from "@/data/replays";
import { errorText } from "@/lib/api-error";
import { countOf } from "@/lib/format";
import { clampThreshold } from "../clamp-threshold";
import { commonThreshold, withThreshold } from "./replay-text";

type CompareFormProps = {
  connectionId: string;
  detectors: readonly SelectedDetector[];
  state: ReplayState;
  canStart: boolean;
  /** Applies the compared threshold. */
  onUse?: (percent: number) => void;
};

/** Replays the same days with another threshold, and offers to apply it. */
export function CompareForm({ connectionId, detectors, state, canStart, onUse }: CompareFormProps) {
  const now = commonThreshold(detectors);
  const [text, setText] = useState(String(Math.min(100, (now ?? 30) + 10)));
  const inputId = useId();
  const percent = clampThreshold(text);
  const isRunning = state.isStarting || state.replay?.status === "running";
  const compared = state.replay?.status === "done" ? state.replay : null;
  const other = compared && commonThreshold(compared.selectedDetectors);
  const compare = () =>
    state.start({
      connectionId,
      selectedDetectors: withThresholdPercent(detectors, percent),
    });
  if (compared)
    return (
      <Flex gap="2" align="center" wrap="wrap" width="100%">
        {onUse && other !== null && <Button onClick={() => onUse(other)}>Use {other}%</Button>}
        <Button variant="ghost" onClick={state.forget}>
          {now === null ? "Keep current" : `Keep ${now}%`}
        </Button>
        {onUse && (
          <SmallText marginInlineStart="auto">
            Sets the threshold for {countOf(withThreshold(detectors).length, "check")}.
          </SmallText>
        )}
      </Flex>
    );
  return (
    <Flex
      as="form"
      gap="2"
      align="center"
      wrap="wrap"
      onSubmit={(event) => {
        event.preventDefault();
        compare();
      }}
    >
      <label htmlFor={inputId}>What if the threshold were</label>
      {now !== null && (
        <Box color="fg.muted" aria-hidden>
          {now}% <Arrow />
        </Box>
      )}
      <Input
        id={inputId}
        type="number"
        inputMode="numeric"
        min={1}
        max={100}
        size="xs"
        width="56px"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => setText(String(percent))}
      />
      %
      <Button type="submit" size="xs" disabled={!canStart || isRunning || percent === now}>
        {isRunning ? "Comparing..." : "Compare"}
      </Button>
      {(state.error ?? state.replay?.status === "failed") && (
        <Box role="alert" textStyle="small" color="alert.fg">
          {state.error ? errorText(state.error) : state.replay?.error}
        </Box>
      )}
    </Flex>
  );
}
