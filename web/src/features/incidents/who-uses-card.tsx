import { Box, Flex } from "@chakra-ui/react";
import {
  usersText,
  usedObjectKindText,
  type UsedObjectKind,
  type WhoUses,
} from "@contract/integrations/project-context";
import {
  Bell,
  ChartLine,
  Filter,
  LayoutDashboard,
  type LucideIcon,
  RotateCcw,
  Users,
  Waypoints,
} from "lucide-react";
import { useState } from "react";
import { Card, CardBody, CardHeader, cardRow } from "@/components/layout/card";
import { Button } from "@/components/ui/button";
import { ExternalLink } from "@/components/ui/text-link";
import { DateTime } from "@/components/ui/date-time";
import { SmallText } from "@/components/ui/text";
import { countOf } from "@/lib/format";

const icons: Record<UsedObjectKind, LucideIcon> = {
  dashboard: LayoutDashboard,
  report: ChartLine,
  funnel: Filter,
  retention: RotateCcw,
  flow: Waypoints,
  cohort: Users,
  alert: Bell,
};

const first = 5;

type WhoUsesCardProps = {
  usedBy: WhoUses;
  /** Of the time at which it was read; the browser's if it isn't given. */
  timeZone?: string | undefined;
};

/** The dashboards, reports, cohorts and alerts that use what broke, most viewed first. */
export function WhoUsesCard({ usedBy, timeZone }: WhoUsesCardProps) {
  const [showsAll, setShowsAll] = useState(false);
  const { objects, summary, readAt, isComplete } = usedBy;
  if (readAt === null) return null;
  const shown = showsAll ? objects : objects.slice(0, first);
  return (
    <Card>
      <CardHeader title="Who uses it" note={usersText(summary)} />
      <Box as="ul" listStyleType="none">
        {shown.map(({ kind, name, owner, parentName, views, url }, index) => {
          const ObjectIcon = icons[kind];
          return (
            <Flex as="li" key={`${kind} ${name} ${index}`} gap="3" {...cardRow} py="2.5">
              <Box mt="0.5" color="fg.muted" flexShrink={0}>
                <ObjectIcon size={16} role="img" aria-label={usedObjectKindText(kind)} />
              </Box>
              <Box flex="1" minW="0" overflowWrap="anywhere">
                <Box fontWeight="560">
                  {url === null ? name : <ExternalLink href={url}>{name}</ExternalLink>}
                </Box>
                <SmallText>
                  {[owner, parentName && `${kind === "alert" ? "watches" : "on"} ${parentName}`]
                    .filter(Boolean)
                    .join(", ")}
                </SmallText>
              </Box>
              {views !== null && views > 0 && <SmallText flexShrink={0}>{countOf(views, "view")}</SmallText>}
            </Flex>
          );
        })}
      </Box>
      <CardBody>
        {objects.length > shown.length && (
          <Button mb="3" size="xs" onClick={() => setShowsAll(true)}>
            Show {objects.length - shown.length} more
          </Button>
        )}
        <SmallText>
          {objects.length === 0 && isComplete && "No dashboard, report, cohort or alert uses it. "}
          {!isComplete && "Mixpanel didn't return everything that could use it. "}
          Read from Mixpanel on <DateTime at={readAt} timeZone={timeZone} />.
        </SmallText>
      </CardBody>
    </Card>
  );
}
