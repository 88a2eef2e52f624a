import { useIsNarrow } from "@/lib/use-is-narrow";
import { Box, Flex } from "@chakra-ui/react";
import type { NewName } from "@contract/names/names";
import { useLayoutEffect, useRef, useState } from "react";
import { Card } from "@/components/layout/card";
import { TextButton } from "@/components/ui/button";
import { SmallText } from "@/components/ui/text";
import { formatNumber, formatProjectDay } from "@/lib/format";
import { decidable } from "./decisions";
import { NameHeads, NameRow, type RowsProps } from "./name-row";
import { rowOf } from "./use-name-keys";

/** Days with more notices start folded. */
const mostShown = 50;

type NameListProps = RowsProps & { names: readonly NewName[] };

/** Notices by day, newest first. */
export function NameList({ names, onDecide, ...rest }: NameListProps) {
  const isNarrow = useIsNarrow();
  /** The name whose button was pressed, and the one that takes its place. */
  const pressed = useRef<{ name: NewName; next: NewName | undefined }>(null);
  useLayoutEffect(() => {
    if (!pressed.current || rest.isPending || document.activeElement !== document.body) return;
    const { name, next } = pressed.current;
    const row = rowOf(name);
    // Once the name is gone, the focus moves only once.
    if (!row) pressed.current = null;
    // The button before the decisions opens the name.
    (row ?? (next && rowOf(next)))?.querySelector<HTMLElement>("button:not([aria-expanded])")?.focus();
  }, [names, rest.isPending]);
  const decide: NameListProps["onDecide"] = (about, decision) => {
    const place = names.indexOf(about[0]!);
    const next = names.slice(place).find((name) => !about.includes(name)) ?? names[place - 1];
    pressed.current = { name: names[place]!, next };
    onDecide(about, decision);
  };
  const days = new Map<string, NewName[]>();
  for (const name of names) days.set(name.day, [...(days.get(name.day) ?? []), name]);
  return (
    <Card overflow="hidden">
      <NameHeads hasCheckboxes={rest.canDecide} />
      {[...days].map(([day, ofDay]) => (
        <DayGroup key={day} day={day} names={ofDay} isNarrow={isNarrow} onDecide={decide} {...rest} />
      ))}
    </Card>
  );
}

type DayGroupProps = NameListProps & { day: string; isNarrow: boolean };

function DayGroup({ day, names, ...rows }: DayGroupProps) {
  const [isOpen, setIsOpen] = useState(names.length <= mostShown);
  const approvable = decidable(names, rows.state, "approved");
  return (
    <Box as="section" aria-label={formatProjectDay(day)} css={{ "section + &": { borderTopWidth: "1px" } }}>
      <Flex bg="bg.subtle" px={{ base: "4", sm: "5" }} py="2" gap="3" align="center" wrap="wrap">
        <Box as="h2" textStyle="smallStrong">
          {formatProjectDay(day)}
        </Box>
        {names.length > mostShown && (
          <>
            <TextButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {isOpen ? "Hide" : `Show ${formatNumber(names.length)}`}
            </TextButton>
            {rows.canDecide && approvable.length > 0 && (
              <TextButton disabled={rows.isPending} onClick={() => rows.onDecide(approvable, "approved")}>
                Approve all of this day
              </TextButton>
            )}
          </>
        )}
        <SmallText ms="auto">{formatNumber(names.length)}</SmallText>
      </Flex>
      {isOpen && (
        <ul>
          {names.map((name) => (
            <NameRow key={name.id} name={name} {...rows} />
          ))}
        </ul>
      )}
    </Box>
  );
}
