import { Box, chakra, Flex, Heading, Icon } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { causePercent } from "@contract/cause-text";
import { detectorOf } from "@contract/detectors";
import type { Incident } from "@contract/incidents";
import type { NearbyChange } from "@contract/integrations/project-context";
import { ChevronDown, ChevronRight, GitBranch, ListFilter, Package, Rows3 } from "lucide-react";
import { useId, type ReactNode } from "react";
import { Card } from "@/components/layout/card";
import { Checkbox } from "@/components/ui/checkbox";
import { incidentContextQuery } from "@/data/project-context";
import { countOf, formatShortProjectDay } from "@/lib/format";
import { segmentName, type IncidentGroup } from "./cause-groups";
import { hiddenOnPhones } from "./row-layout";

type GroupCardProps = {
  group: IncidentGroup;
  /** How many of its incidents are selected. */
  selected: number;
  /** Missing for members who may not change incidents. */
  onSelect?: ((isSelected: boolean) => void) | undefined;
  isSelecting: boolean;
  isFolded: boolean;
  onFold: (isFolded: boolean) => void;
  /** Its rows. */
  children: ReactNode;
};

/** Incidents with one cause under a heading that names it. Folded, only the heading is shown. */
export function GroupCard({
  group,
  selected,
  onSelect,
  isSelecting,
  isFolded,
  onFold,
  children,
}: GroupCardProps) {
  const { title, icon: CauseIcon, note } = useCause(group);
  const titleId = useId();
  const count = group.incidents.length;
  const Chevron = isFolded ? ChevronRight : ChevronDown;
  return (
    <Card aria-labelledby={titleId} overflow="hidden" data-group={group.key}>
      <Flex
        gap="3"
        px={{ base: "4", sm: "5" }}
        py={{ base: "2.5", lg: "1" }}
        minH="40px"
        align={{ base: "flex-start", lg: "center" }}
        bg="bg.subtle"
        position="relative"
        css={{ "&:has([aria-expanded]:focus-visible)": { boxShadow: "inset 2px 0 {colors.accent.mark}" } }}
      >
        {onSelect && (
          <Checkbox
            ref={(box: HTMLInputElement | null) => {
              if (box) box.indeterminate = selected > 0 && selected < count;
            }}
            aria-label={`Select all of ${title}`}
            checked={selected === count}
            onCheckedChange={onSelect}
            css={isSelecting ? {} : hiddenOnPhones}
          />
        )}
        <FoldButton
          aria-expanded={!isFolded}
          aria-label={`${isFolded ? "Expand" : "Collapse"} ${title}`}
          onClick={() => onFold(!isFolded)}
        >
          <Chevron size={15} aria-hidden />
        </FoldButton>
        <Flex
          flex="1"
          minW="0"
          columnGap="4"
          justify="space-between"
          direction={{ base: "column", lg: "row" }}
          align={{ lg: "center" }}
        >
          <Flex gap="2" align="center" minW="0">
            <Icon boxSize="15px" color="fg.muted" flexShrink={0} aria-hidden hideBelow="sm">
              <CauseIcon strokeWidth={1.75} />
            </Icon>
            <Heading as="h2" id={titleId} textStyle="cardSubtitle" overflowWrap="anywhere">
              {title}
            </Heading>
          </Flex>
          <Box textStyle="small" color="fg.muted" overflowWrap="anywhere">
            {countOf(count, "incident")}
            {note && <>. {note}</>}
          </Box>
        </Flex>
      </Flex>
      {!isFolded && <chakra.ul listStyleType="none">{children}</chakra.ul>}
    </Card>
  );
}

type Cause = { title: string; icon: typeof Package; note: ReactNode };

/**
 * Says what a group has in common. The title is a release that its findings name, or else a release or
 * annotation on its first bad day. The latter has another icon, since it may be a coincidence.
 */
function useCause({ segment, incidents }: IncidentGroup): Cause {
  const [first] = incidents;
  const { data: context } = useQuery({
    ...incidentContextQuery(first?.id ?? ""),
    enabled: segment !== null && first !== undefined,
  });
  if (segment === null) return { title: "No common cause", icon: Rows3, note: null };
  const changes = (context?.changes ?? []).filter(({ kind }) => changeKinds.has(kind));
  const likely = changes.find(({ isMostLikely }) => isMostLikely);
  const sameDay = changes.find(({ daysAfterOnset }) => daysAfterOnset === 0);
  const shares = sharesOf(incidents);
  const name = (
    <chakra.b fontWeight="600" color="fg">
      {segmentName(segment)}
    </chakra.b>
  );
  const note = shares ? (
    <>
      {shares} of the affected {unitsOf(incidents)} have {name}.
    </>
  ) : likely || sameDay ? (
    <>All in {name}.</>
  ) : context?.window ? (
    "No release or annotation on that day."
  ) : null;
  if (likely) return { title: changeTitle(likely), icon: Package, note };
  if (sameDay) return { title: changeTitle(sameDay), icon: GitBranch, note };
  const days = incidents.flatMap(({ finding }) => finding.firstBadDay ?? []).sort();
  const since = days[0] === undefined ? "" : `, since ${formatShortProjectDay(days[0])}`;
  return { title: `${segmentName(segment)}${since}`, icon: ListFilter, note };
}

const changeKinds: ReadonlySet<NearbyChange["kind"]> = new Set(["release", "version", "annotation"]);

/** "Android 4.2.0, released Nov 17", "Annotation “Search rebuild”, Nov 18". */
const changeTitle = ({ title, day }: NearbyChange): string =>
  title.endsWith(" released")
    ? `${title.replace(/ released$/, ", released")} ${formatShortProjectDay(day)}`
    : `${title}, ${formatShortProjectDay(day)}`;

/** "93 to 100%", "97%"; null if no incident has a known share. */
function sharesOf(incidents: readonly Incident[]): string | null {
  const shares = incidents.flatMap(({ finding }) => finding.causeSegment?.share ?? []);
  if (shares.length === 0) return null;
  const [least, most] = [causePercent(Math.min(...shares)), causePercent(Math.max(...shares))];
  return least === most ? least : `${least.slice(0, -1)} to ${most}`;
}

const unitsOf = (incidents: readonly Incident[]): string => {
  const units = new Set(incidents.map(({ finding }) => detectorOf(finding.detector).unit.many));
  return [...units].join(" and ");
};

const FoldButton = chakra(
  "button",
  {
    base: {
      display: "inline-flex",
      alignItems: "center",
      justifyContent: "center",
      boxSize: "24px",
      mx: "-4.5px",
      my: { base: "-2px", lg: "0" },
      flexShrink: 0,
      position: "relative",
      color: "fg.muted",
      borderRadius: "badge",
      cursor: "pointer",
      focusVisibleRing: "outside",
      _hover: { color: "fg" },
      // Enlarges the touch target.
      smDown: { _after: { content: '""', position: "absolute", inset: "-8px" } },
    },
  },
  { defaultProps: { type: "button" } },
);
