import { Box, Center, chakra, Flex } from "@chakra-ui/react";
import type { TimelineEntry } from "@contract/incidents";
import { timelineText } from "@contract/incidents/timeline-text";
import { Check, CircleDot, History, type LucideIcon, Repeat, Send, TrendingUp, Undo2 } from "lucide-react";
import { PersonAvatar } from "@/components/incidents/person-avatar";
import { DateTime } from "@/components/ui/date-time";
import { ExternalLink, InlineLink } from "@/components/ui/text-link";
import { SmallText } from "@/components/ui/text";
import { paths } from "@/config/paths";
import { formatDateTime } from "@/lib/format";

/** Everything that has happened to an incident, oldest first. */
export const Timeline = ({ entries }: { entries: readonly TimelineEntry[] }) => (
  <ol>
    {byAction(entries).map(([entry, ...others]) => (
      <chakra.li
        key={entry.id}
        display="flex"
        gap="3"
        py="2"
        borderTopWidth="1px"
        _first={{ borderTopWidth: "0" }}
      >
        <EntryMark entry={entry} />
        <Box flex="1" minW="0">
          <Flex justify="space-between" columnGap="4" wrap="wrap">
            <Box minW="0" overflowWrap="anywhere">
              {entry.actor && <chakra.span fontWeight="560">{entry.actor.name} </chakra.span>}
              {[entry, ...others].map((one) => timelineText(one, formatDateTime)).join(" and ")}
              {entry.via === "slack" && " in Slack"}
              {entry.url && (
                <>
                  {": "}
                  <ExternalLink href={entry.url}>open the ticket</ExternalLink>
                </>
              )}
              {entry.runId && (
                <>
                  {" in "}
                  <InlineLink to={paths.report(entry.runId)}>a run</InlineLink>
                </>
              )}
            </Box>
            <SmallText color="fg.subtle" flexShrink={0}>
              <DateTime at={entry.at} />
            </SmallText>
          </Flex>
          {showsText(entry) && (
            <SmallText mt="1" whiteSpace="pre-wrap" overflowWrap="anywhere">
              {entry.text}
            </SmallText>
          )}
        </Box>
      </chakra.li>
    ))}
  </ol>
);

/** The initials of the person who did it, or an icon for what the checks found. */
function EntryMark({ entry: { kind, actor } }: { entry: TimelineEntry }) {
  if (actor) return <PersonAvatar name={actor.name} title={actor.name} />;
  const EntryIcon = icons[kind] ?? CircleDot;
  return (
    <Center boxSize="24px" flexShrink={0} borderRadius="full" borderWidth="1px" color="fg.muted">
      <EntryIcon size={13} aria-hidden />
    </Center>
  );
}

const icons: Partial<Record<TimelineEntry["kind"], LucideIcon>> = {
  escalated: TrendingUp,
  regressed: Repeat,
  recovered: Undo2,
  new_level: History,
  closed: Check,
  sent: Send,
};

/** Comments and the sentences of findings are shown below the line; other texts are part of the line. */
const showsText = ({ kind }: TimelineEntry): boolean =>
  ["commented", "opened", "confirmed", "escalated", "regressed", "recovered"].includes(kind);

/** Entries that one action adds right after another; one line shows both: "acknowledged it and assigned it to themselves". */
const continues: Partial<Record<TimelineEntry["kind"], TimelineEntry["kind"]>> = {
  assigned: "acknowledged",
  annotated: "closed",
};

function byAction(entries: readonly TimelineEntry[]): [TimelineEntry, ...TimelineEntry[]][] {
  const lines: [TimelineEntry, ...TimelineEntry[]][] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    const isSame = last && last[0].actor?.uid === entry.actor?.uid && last[0].at === entry.at;
    if (isSame && continues[entry.kind] === last[0].kind) last.push(entry);
    else lines.push([entry]);
  }
  return lines;
}
