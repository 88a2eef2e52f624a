import { Box, Flex } from "@chakra-ui/react";
import {
  nearnessText,
  type IncidentContext,
  type NearbyChange,
} from "@contract/integrations/project-context";
import { BookOpen, CirclePause, Flag, type LucideIcon, Package, Settings2, TrendingUp } from "lucide-react";
import { Badge } from "@/components/badges/badge";
import { Card, CardBody, CardHeader, cardRow } from "@/components/layout/card";
import { ExternalLink } from "@/components/ui/text-link";
import { SmallText } from "@/components/ui/text";
import { formatShortProjectDay } from "@/lib/format";

const icons: Record<NearbyChange["kind"], LucideIcon> = {
  release: Package,
  version: TrendingUp,
  annotation: Flag,
  lexicon: BookOpen,
  exclusion: CirclePause,
  setup: Settings2,
};

/** Changes near the first bad day, nearest first. Only a version that the finding names is called likely. */
export function ChangesCard({ changes, window }: Pick<IncidentContext, "changes" | "window">) {
  if (window === null) return null;
  const days = `${formatShortProjectDay(window.from)} to ${formatShortProjectDay(window.to)}`;
  return (
    <Card>
      <CardHeader title="What changed around then" note={days} />
      {changes.length === 0 ? (
        <CardBody>
          <Box color="fg.muted">
            No release, app version, annotation, Lexicon change or edit in Plumbline between{" "}
            {days.replace(" to ", " and ")}.
          </Box>
        </CardBody>
      ) : (
        <Box as="ul" listStyleType="none">
          {changes.map((change) => {
            const ChangeIcon = icons[change.kind];
            return (
              <Flex as="li" key={`${change.kind} ${change.day} ${change.title}`} gap="3" {...cardRow} py="3">
                <Box width="52px" flexShrink={0} color="fg.muted">
                  {formatShortProjectDay(change.day)}
                </Box>
                <Box mt="0.5" color="fg.muted" flexShrink={0}>
                  <ChangeIcon size={16} aria-hidden />
                </Box>
                <Box flex="1" minW="0" overflowWrap="anywhere">
                  <Box fontWeight="560">
                    {change.url === null ? (
                      change.title
                    ) : (
                      <ExternalLink href={change.url}>{change.title}</ExternalLink>
                    )}
                  </Box>
                  <SmallText>
                    {sentence(nearnessText(change))} {change.detail}
                  </SmallText>
                </Box>
                {change.isMostLikely && (
                  <Badge tone="accent" alignSelf="flex-start" flexShrink={0}>
                    Most likely
                  </Badge>
                )}
              </Flex>
            );
          })}
        </Box>
      )}
    </Card>
  );
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
