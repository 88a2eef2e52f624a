import { Box, chakra, Flex } from "@chakra-ui/react";
import type { TimelineEntry } from "@contract/incidents";
import { timelineText } from "@contract/incidents/timeline-text";
import { DateTime } from "@/components/ui/date-time";
import { TextLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { formatDateTime } from "@/lib/format";
import { plainText } from "./incident-text";

/** Everything that has happened to an incident, oldest first. */
export const Timeline = ({ entries }: { entries: readonly TimelineEntry[] }) => (
  <chakra.ol listStyleType="none">
    {entries.map((entry) => (
      <chakra.li
        key={entry.id}
        py="2"
        borderTopWidth="1px"
        borderColor="border"
        _first={{ borderTopWidth: "0" }}
      >
        <Flex justify="space-between" gap="4" wrap="wrap">
          <Box minW="0" overflowWrap="anywhere">
            {entry.actor && <chakra.span fontWeight="560">{entry.actor.name} </chakra.span>}
            {timelineText(entry, formatDateTime)}
            {entry.runId && (
              <>
                {" in "}
                <TextLink to={paths.report(entry.runId)}>a run</TextLink>
              </>
            )}
          </Box>
          <Box textStyle="small" color="fg.subtle" flexShrink={0}>
            <DateTime at={entry.at} />
          </Box>
        </Flex>
        {showsText(entry) && (
          <Box textStyle="small" color="fg.muted" mt="1" whiteSpace="pre-wrap" overflowWrap="anywhere">
            {entry.kind === "commented" ? entry.text : plainText(entry.text)}
          </Box>
        )}
      </chakra.li>
    ))}
  </chakra.ol>
);

/** Comments and findings' sentences; the other texts are part of the line itself. */
const showsText = ({ kind }: TimelineEntry): boolean =>
  ["commented", "opened", "escalated", "regressed", "recovered"].includes(kind);
