import { Box, Flex } from "@chakra-ui/react";
import type { RunReport } from "@contract/runs";
import { useQuery } from "@tanstack/react-query";
import { NameLabel } from "@/components/badges/arrow";
import { NoticeTitle } from "@/components/badges/notice-title";
import { Card, CardFooter, CardHeader, cardRow } from "@/components/layout/card";
import { SmallText } from "@/components/ui/text";
import { ArrowLink } from "@/components/ui/text-link";
import { demoRunId, paths } from "@/config/paths";
import { namesOfRunQuery } from "@/data/data-settings";
import { formatProjectDay } from "@/lib/format";
import { plannedNames } from "@/lib/names";

const mostLines = 5;
const mostOnPhones = 3;

/** What the run was the first to notice about the names in the data. From the second run on, absent if that is nothing. */
export function NewNamesCard({ run }: { run: RunReport }) {
  const connectionId = run.setup.connection.id;
  const { data } = useQuery({ ...namesOfRunQuery(connectionId, run.id), enabled: run.id !== demoRunId });
  if (!data) return null;
  const { items, nextCursor, lastDay, counts } = data;
  const noticed = Object.values(counts).reduce((sum, count) => sum + count, 0);
  // Another setup's run may have been the connection's first, which finds no name new.
  const isFirst =
    run.comparedWith === null &&
    lastDay !== null &&
    noticed === items.length &&
    items.every(({ kind }) => kind !== "new");
  if (items.length === 0 && !isFirst) return null;
  return (
    <Card aria-label="New in your tracking" mt="4">
      <CardHeader
        title="New in your tracking"
        note={items.length > 0 && `${items.length}${nextCursor === null ? "" : "+"}`}
        actions={<ArrowLink to={`${paths.whatsNew}?connection=${connectionId}`}>What's new</ArrowLink>}
      />
      <ul>
        {items.slice(0, mostLines).map((name, place) => (
          <Flex
            as="li"
            key={name.id}
            hideBelow={place < mostOnPhones ? undefined : "md"}
            columnGap="4"
            wrap={{ base: "wrap", md: "nowrap" }}
            {...cardRow}
            py="2.5"
            textStyle="small"
          >
            <NoticeTitle notice={name} w={{ base: "100%", md: "158px" }} />
            <Box flex="1" minW="0" overflowWrap="anywhere">
              <Box as="span" fontWeight="560" dir="auto">
                <NameLabel label={name.label} />
              </Box>{" "}
              <Box as="span" color="fg.muted">
                {name.sentence}
              </Box>
            </Box>
            <Box color="fg.muted" flexShrink="0">
              {formatProjectDay(name.day)}
            </Box>
          </Flex>
        ))}
      </ul>
      {isFirst && (
        <CardFooter>
          <SmallText>{plannedNames(data)} New names appear here from the next run on.</SmallText>
        </CardFooter>
      )}
    </Card>
  );
}
