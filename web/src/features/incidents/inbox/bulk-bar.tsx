import { Box, Flex } from "@chakra-ui/react";
import type { Incident, IncidentAction } from "@contract/incidents";
import { X } from "lucide-react";
import { SelectionToolbar } from "@/components/layout/selection-toolbar";
import { TextButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { IconButton } from "@/components/ui/icon-button";
import { formatNumber } from "@/lib/format";
import { IncidentActions } from "../actions/incident-actions";

type BulkBarProps = {
  selected: readonly Incident[];
  /** How many can be selected. */
  most: number;
  isPending: boolean;
  onAct: (action: IncidentAction, note?: string) => Promise<boolean>;
  onSelectAll: () => void;
  onClear: () => void;
};

/** Actions for the selected incidents. */
export function BulkBar({ selected, most, isPending, onAct, onSelectAll, onClear }: BulkBarProps) {
  const isPart = selected.length < most;
  return (
    <SelectionToolbar
      label="Selected incidents"
      // Takes no more space than the filters, so that nothing jumps.
      mt={{ sm: "-6px" }}
      mb={{ sm: "10px" }}
    >
      <Checkbox
        ref={(box: HTMLInputElement | null) => {
          if (box) box.indeterminate = isPart;
        }}
        aria-label={isPart ? "Select all" : "Select none"}
        checked={!isPart}
        onCheckedChange={() => (isPart ? onSelectAll() : onClear())}
      />
      <Box textStyle="smallStrong" mx="1" aria-live="polite">
        {formatNumber(selected.length)} selected
      </Box>
      <Flex gap="2" order={{ base: 1, sm: 0 }} w={{ base: "100%", sm: "auto" }} wrap="wrap">
        <IncidentActions incidents={selected} isPending={isPending} isCompact onAct={onAct} />
      </Flex>
      <Flex ms="auto" gap="3" align="center">
        {isPart && <TextButton onClick={onSelectAll}>Select all {formatNumber(most)}</TextButton>}
        <IconButton label="Clear selection" icon={<X />} onClick={onClear} />
      </Flex>
    </SelectionToolbar>
  );
}
