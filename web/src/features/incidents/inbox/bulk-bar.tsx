import { Box, Flex, Icon } from "@chakra-ui/react";
import type { Incident, IncidentAction } from "@contract/incidents";
import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { IconButton } from "@/components/ui/icon-button";
import { formatNumber } from "@/lib/format";
import { IncidentActions } from "../actions/incident-actions";

type BulkBarProps = {
  selected: readonly Incident[];
  /** How many can be selected. */
  most: number;
  isPending: boolean;
  onAct: (action: IncidentAction, note?: string) => void;
  onSelectAll: () => void;
  onClear: () => void;
};

/** Actions for the selected incidents. Replaces the filters and sticks to the top; on phones, to the bottom. */
export function BulkBar({ selected, most, isPending, onAct, onSelectAll, onClear }: BulkBarProps) {
  const isPart = selected.length < most;
  return (
    <Flex
      role="toolbar"
      aria-label="Selected incidents"
      columnGap="2"
      rowGap="2"
      align="center"
      wrap="wrap"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="accent.border"
      borderRadius={{ base: "0", sm: "card" }}
      boxShadow="float"
      zIndex="sticky"
      position={{ base: "fixed", sm: "sticky" }}
      insetInline={{ base: "0", sm: "auto" }}
      bottom={{ base: "0", sm: "auto" }}
      top={{ sm: "2" }}
      px={{ base: "4", sm: "5" }}
      pt={{ base: "2", sm: "5px" }}
      pb={{ base: "max(8px, env(safe-area-inset-bottom))", sm: "5px" }}
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
        {isPart && (
          <Button variant="link" size="xs" onClick={onSelectAll}>
            Select all {formatNumber(most)}
          </Button>
        )}
        <IconButton
          label="Clear selection"
          icon={
            <Icon aria-hidden>
              <X />
            </Icon>
          }
          onClick={onClear}
        />
      </Flex>
    </Flex>
  );
}
