import { Box, Flex } from "@chakra-ui/react";
import type { NewName, NewNames, NoticeState } from "@contract/names/names";
import { noticeKinds } from "@contract/names/notice";
import { SelectionToolbar } from "@/components/layout/selection-toolbar";
import { Button, TextButton } from "@/components/ui/button";
import { SearchInput } from "@/components/ui/search-input";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { formatNumber, formatProjectDay } from "@/lib/format";
import { Select } from "@/components/ui/field";
import { SmallText } from "@/components/ui/text";
import { useSearch } from "@/lib/use-search";
import { decidable, type Decision, decisionLabels, kindNames, noticeStates, stateNames } from "./decisions";

/** What the page's address says about which notices are shown. */
export function useNamesFilter() {
  const [params, set] = useSearch();
  return {
    connectionId: params.get("connection") ?? undefined,
    state: noticeStates.find((one) => one === params.get("state")) ?? "new",
    search: params.get("search") ?? "",
    kind: noticeKinds.find((one) => one === params.get("kind")),
    set,
  };
}

type NamesFilterProps = { names: NewNames | undefined; canDecide: boolean; onPattern: () => void };

/** Which notices are shown. */
export function NamesFilter({ names, canDecide, onPattern }: NamesFilterProps) {
  const { state, search, kind, set } = useNamesFilter();
  return (
    <Flex gap="3" wrap="wrap" align="center" mb="4">
      <Box maxW="100%" overflowX="auto">
        <SegmentedControl
          label="State"
          value={state}
          options={noticeStates.map((value) => ({
            value,
            label: `${stateNames[value]}${names ? ` ${formatNumber(names.counts[value])}` : ""}`,
          }))}
          onChange={(next) => set("state", next === "new" ? "" : next)}
        />
      </Box>
      <Box w={{ base: "100%", sm: "240px" }}>
        <SearchInput label="Filter by name" value={search} onChange={(text) => set("search", text)} />
      </Box>
      <Select
        box={{ width: { base: "100%", sm: "160px" } }}
        aria-label="Kind"
        size="sm"
        value={kind ?? ""}
        all="Everything"
        options={Object.entries(kindNames).map(([value, label]) => ({ value, label }))}
        onChange={(next) => set("kind", next)}
      />
      {canDecide && (
        <Button size="sm" onClick={onPattern}>
          By pattern
        </Button>
      )}
      <SmallText ms={{ md: "auto" }}>
        {names?.lastDay && `Checked up to ${formatProjectDay(names.lastDay)}. `}Free, not a billable check.
      </SmallText>
    </Flex>
  );
}

type SelectionBarProps = {
  selected: readonly NewName[];
  state: NoticeState;
  most: number;
  isPending: boolean;
  onDecide: (names: readonly NewName[], decision: Decision) => void;
  onSelectAll: () => void;
  onClear: () => void;
};

/** Takes the place of the filter while names are selected. */
export const SelectionBar = ({
  selected,
  state,
  most,
  isPending,
  onDecide,
  onSelectAll,
  onClear,
}: SelectionBarProps) => (
  <SelectionToolbar label="Selected names" mb="4">
    <Box textStyle="smallStrong" aria-live="polite">
      {formatNumber(selected.length)} selected
    </Box>
    {noticeStates
      .filter((decision) => (decision === "new") !== (state === "new"))
      .map((decision) => {
        const possible = decidable(selected, state, decision);
        return (
          <Button
            key={decision}
            size="sm"
            disabled={isPending || possible.length === 0}
            onClick={() => onDecide(possible, decision)}
          >
            {decisionLabels[decision]}
          </Button>
        );
      })}
    {selected.length < most && <TextButton onClick={onSelectAll}>Select all {formatNumber(most)}</TextButton>}
    <TextButton ms="auto" onClick={onClear}>
      Clear
    </TextButton>
  </SelectionToolbar>
);
