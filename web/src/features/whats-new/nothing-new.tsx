import { Box, Flex } from "@chakra-ui/react";
import type { NewNames, NoticeState } from "@contract/names/names";
import { Button } from "@/components/ui/button";
import { Code } from "@/components/ui/code";
import { EmptyState } from "@/components/states/empty-state";
import { formatNumber, formatProjectDay } from "@/lib/format";
import { plannedNames } from "@/lib/names";

type NothingNewProps = { names: NewNames; state: NoticeState; isFiltered: boolean };

/** Why there is nothing to show. */
export function NothingNew({ names, state, isFiltered }: NothingNewProps) {
  const { lastDay, knownEvents, knownProperties, counts } = names;
  if (isFiltered) return <EmptyState title="No names match" text="Try another filter." />;
  if (lastDay === null)
    return (
      <EmptyState
        title="No run has read your events yet"
        text="Names in the first run's data count as planned. New names appear here from then on."
      />
    );
  if (state !== "new") return <EmptyState title={`Nothing ${state}`} />;
  return (
    <EmptyState
      title="Nothing new"
      text={
        Object.values(counts).every((count) => count === 0)
          ? `${plannedNames(names)} New names appear here from now on.`
          : `${formatNumber(knownEvents + knownProperties)} names are known. Last checked up to ${formatProjectDay(lastDay)}.`
      }
    />
  );
}

type Pattern = NewNames["patterns"][number];
type PatternsProps = {
  patterns: readonly Pattern[];
  canDecide: boolean;
  isPending: boolean;
  onRemove: (pattern: Pattern) => void;
};

/** Patterns that decide names of this state. */
export const Patterns = ({ patterns, canDecide, isPending, onRemove }: PatternsProps) =>
  patterns.length === 0 ? null : (
    <Box as="section" aria-label="Patterns" mt="5">
      <Box as="h2" textStyle="smallStrong" mb="2">
        Patterns
      </Box>
      <ul>
        {patterns.map((pattern) => (
          <Flex as="li" key={pattern.pattern} gap="3" align="center" minH="36px">
            <Code>{pattern.pattern}</Code>
            {canDecide && (
              <Button
                size="xs"
                variant="link"
                disabled={isPending}
                aria-label={`Remove ${pattern.pattern}`}
                onClick={() => onRemove(pattern)}
              >
                Remove
              </Button>
            )}
          </Flex>
        ))}
      </ul>
    </Box>
  );
