import { Box, chakra, Flex, Icon } from "@chakra-ui/react";
import type { RunReport } from "@contract/runs";
import { Layers } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/layout/card";
import { SeverityIcon, severityWord } from "@/components/badges/severity-badge";
import { paths } from "@/config/paths";
import { countOf } from "@/lib/format";
import { connectionLabel } from "@/lib/names";
import { changeColor } from "../findings/finding-row";
import type { PlacedFinding } from "../findings/group-findings";
import type { CauseGroup } from "./cause-groups";
import type { ReportCheck } from "../findings/report-checks";
import { changeText, contextText, entityName, labelText, sinceText } from "../text/finding-text";
import { isSomethingBroken, whatBroke, type BrokenBranch, type WhatBroke } from "./what-broke";

/** How many branches are shown before 'Show more', so that the findings below stay close. */
const firstBranches = 4;

type WhatBrokeCardProps = {
  run: RunReport;
  checks: readonly ReportCheck[];
  groups: readonly CauseGroup[];
};

/** The whole run at a glance: project ▸ cause or event ▸ property, each finding a link to its analysis. */
export function WhatBrokeCard({ run, checks, groups }: WhatBrokeCardProps) {
  const [showsAll, setShowsAll] = useState(false);
  const broken = whatBroke(checks, groups);
  if (!isSomethingBroken(broken)) return null;
  const branches = [...broken.causes, ...broken.events, ...(broken.profiles ? [broken.profiles] : [])];
  const shown = showsAll ? branches : branches.slice(0, firstBranches);
  const hidden = branches.length - shown.length;
  const missing = checks.reduce((total, check) => total + check.missing, 0);
  const marks = (rows: readonly PlacedFinding[], isNamed: boolean) =>
    rows.map(({ row, index }) => (
      <Mark
        key={`${row.detector} ${index}`}
        runId={run.id}
        row={{ row, index }}
        isNamed={isNamed}
        lastDay={run.window?.lastDay}
      />
    ));
  return (
    <Card aria-labelledby="what-broke" mt="4" overflow="hidden">
      <CardHeader title={<span id="what-broke">What broke</span>} note={noteOf(broken)} />
      <Box px={{ base: "4", sm: "5" }} py="3.5">
        <Line
          isRoot
          name={
            <Flex as="span" align="center" gap="2" minW="0">
              <Icon boxSize="15px" color="fg.muted" flexShrink={0} aria-hidden>
                <Layers strokeWidth={1.75} />
              </Icon>
              <chakra.span truncate title={connectionLabel(run.setup.connection)}>
                {connectionLabel(run.setup.connection)}
              </chakra.span>
            </Flex>
          }
        >
          {marks(broken.project, false)}
        </Line>
        <chakra.ul css={treeCss}>
          {shown.map((branch) => (
            <li key={branch.name}>
              <Line
                name={
                  <chakra.span truncate title={branch.name}>
                    {branch.name}
                  </chakra.span>
                }
              >
                {marks(branch.own, false)}
                {marks(branch.properties, true)}
              </Line>
            </li>
          ))}
        </chakra.ul>
        {(hidden > 0 || missing > 0) && (
          <Flex align="center" columnGap="4" rowGap="1" wrap="wrap" mt="2" textStyle="small" color="fg.muted">
            {hidden > 0 && (
              <Button variant="link" size="xs" onClick={() => setShowsAll(true)}>
                Show {hidden} more
              </Button>
            )}
            {missing > 0 && `${countOf(missing, "more finding")} in the checks below.`}
          </Flex>
        )}
      </Box>
    </Card>
  );
}

type LineProps = {
  name: ReactNode;
  /** Starts left of its branches, while its marks stay aligned with theirs. */
  isRoot?: boolean;
  children: ReactNode;
};

const Line = ({ name, isRoot = false, children }: LineProps) => (
  <Box
    display="grid"
    gridTemplateColumns={{
      base: "minmax(0, 1fr)",
      sm: `minmax(0, ${nameWidth + (isRoot ? indent : 0)}px) minmax(0, 1fr)`,
    }}
    columnGap="4"
    rowGap="1"
    alignItems="center"
    minH="36px"
    py={{ base: "1.5", sm: "1" }}
  >
    <Box textStyle="smallStrong" minW="0">
      {name}
    </Box>
    <Flex wrap="wrap" gap="1.5">
      {children}
    </Flex>
  </Box>
);

type MarkProps = {
  runId: string;
  row: PlacedFinding;
  /** Whether to show the name; off for findings about the branch itself, whose name is next to them. */
  isNamed: boolean;
  lastDay: string | undefined;
};

/** One finding: severity, name, kind of problem and change. */
const Mark = ({ runId, row: { row, index }, isNamed, lastDay }: MarkProps) => (
  <MarkLink
    to={`${paths.analysis(runId, row.detector)}?row=${index}`}
    title={`Since ${sinceText(row, lastDay)}`}
  >
    <SeverityIcon severity={row.severity} size={13} />
    <chakra.span srOnly>{severityWord(row.severity)}: </chakra.span>{" "}
    {isNamed ? (
      <>
        <chakra.span fontWeight="560" truncate maxW="200px">
          {entityName(row)}
        </chakra.span>{" "}
        <chakra.span srOnly>{contextText(row)}</chakra.span>
      </>
    ) : (
      <chakra.span srOnly>{entityName(row)}</chakra.span>
    )}{" "}
    <chakra.span color="fg.muted">{labelText(row)}</chakra.span>{" "}
    {labelText(row) !== changeText(row) && (
      <chakra.span fontWeight="600" color={changeColor(row.severity)}>
        {changeText(row)}
      </chakra.span>
    )}
  </MarkLink>
);

/** '5 findings share 2 causes, 4 events, 9 event properties': how much is affected. */
function noteOf({ causes, events, profiles }: WhatBroke): string {
  const explained = causes.reduce((total, { properties }) => total + properties.length, 0);
  const own = events.filter((branch) => branch.own.length > 0).length;
  const properties = events.reduce((total, branch) => total + distinct(branch), 0);
  const ofUsers = profiles ? distinct(profiles) : 0;
  return [
    explained > 0 &&
      `${countOf(explained, "finding")} share ${causes.length === 1 ? "one cause" : countOf(causes.length, "cause")}`,
    own > 0 && countOf(own, "event"),
    properties > 0 && countOf(properties, "event property", "event properties"),
    ofUsers > 0 && countOf(ofUsers, "user property", "user properties"),
    profiles && profiles.own.length > 0 && "the number of profiles",
  ]
    .filter(Boolean)
    .join(", ");
}

const distinct = ({ properties }: BrokenBranch): number =>
  new Set(properties.map(({ row }) => row.entity)).size;

/** Width of a branch's name and its indent, in pixels. */
const nameWidth = 220;
const indent = 7 + 16;

/** Draws one vertical line that all branches join; it ends at the last one. */
const treeCss = {
  ms: "7px",
  "& > li": { position: "relative", ps: "16px" },
  "& > li::before": {
    content: '""',
    position: "absolute",
    insetInlineStart: "0",
    top: "0",
    bottom: "0",
    borderInlineStartWidth: "1px",
    borderColor: "border.emphasized",
  },
  "& > li:last-of-type::before": { bottom: "auto", height: "18px" },
  "& > li::after": {
    content: '""',
    position: "absolute",
    insetInlineStart: "0",
    top: "18px",
    width: "10px",
    borderTopWidth: "1px",
    borderColor: "border.emphasized",
  },
};

const MarkLink = chakra(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    minW: "0",
    minH: { base: "36px", sm: "26px" },
    px: "2",
    borderWidth: "1px",
    borderColor: "border",
    borderRadius: "badge",
    textStyle: "label",
    color: "fg",
    textDecoration: "none",
    whiteSpace: "nowrap",
    transition: "background 120ms, border-color 120ms",
    _hover: { bg: "bg.subtle", borderColor: "border.emphasized" },
  },
});
