import { Box, chakra, Flex, Icon } from "@chakra-ui/react";
import { placeOf } from "@contract/findings/segment-place";
import type { RunReport } from "@contract/runs";
import { Layers } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { TextButton } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/layout/card";
import { SeverityIcon, severityWord } from "@/components/badges/severity-badge";
import { Caption } from "@/components/ui/text";
import { paths } from "@/config/paths";
import { countOf } from "@/lib/format";
import { connectionLabel } from "@/lib/names";
import { changeColor } from "../findings/finding-row";
import type { PlacedFinding } from "../findings/group-findings";
import type { ReportCheck } from "../findings/report-checks";
import { changeText, contextText, entityName, labelText, sinceText } from "../text/finding-text";
import { whatBroke, type BrokenDay } from "./what-broke";

/** How many days are shown before 'Show more', so that the findings below stay close. */
const firstDays = 4;

type WhatBrokeCardProps = { run: RunReport; checks: readonly ReportCheck[] };

/** The whole run at a glance: project ▸ day on which findings began ▸ findings, each a link to its analysis. */
export function WhatBrokeCard({ run, checks }: WhatBrokeCardProps) {
  const [showsAll, setShowsAll] = useState(false);
  const days = whatBroke(checks, run.setup.connection.id);
  if (days.length === 0) return null;
  const shown = showsAll ? days : days.slice(0, firstDays);
  const hidden = days.length - shown.length;
  const missing = checks.reduce((total, check) => total + check.missing, 0);
  return (
    <Card aria-labelledby="what-broke" mt="4" overflow="hidden">
      <CardHeader title={<span id="what-broke">What broke</span>} note={noteOf(days)} />
      <Box px={{ base: "4", sm: "5" }} py="3.5">
        <Flex align="center" gap="2" minW="0" textStyle="smallStrong" minH="28px">
          <Icon as={Layers} boxSize="15px" color="fg.muted" />
          <chakra.span truncate title={connectionLabel(run.setup.connection)}>
            {connectionLabel(run.setup.connection)}
          </chakra.span>
        </Flex>
        <chakra.ul css={treeCss}>
          {shown.map(({ key, day, shared, findings }) => (
            <chakra.li key={key} css={lineCss}>
              <Box minW="0">
                <Box textStyle="smallStrong" lineHeight="26px">
                  {day}
                </Box>
                {shared && <Caption overflowWrap="anywhere">{shared}</Caption>}
              </Box>
              <Flex wrap="wrap" gap="1.5">
                {findings.map((finding) => (
                  <Mark
                    key={`${finding.row.detector} ${finding.index}`}
                    runId={run.id}
                    finding={finding}
                    lastDay={run.window?.lastDay}
                  />
                ))}
              </Flex>
            </chakra.li>
          ))}
        </chakra.ul>
        {(hidden > 0 || missing > 0) && (
          <Flex align="center" columnGap="4" rowGap="1" wrap="wrap" mt="2" textStyle="small" color="fg.muted">
            {hidden > 0 && (
              <TextButton onClick={() => setShowsAll(true)}>Show {countOf(hidden, "more day")}</TextButton>
            )}
            {missing > 0 && `${countOf(missing, "more finding")} in the checks below.`}
          </Flex>
        )}
      </Box>
    </Card>
  );
}

type MarkProps = { runId: string; finding: PlacedFinding; lastDay: string | undefined };

/** One finding: severity, name, kind of problem, segment and change. */
const Mark = ({ runId, finding: { row, index }, lastDay }: MarkProps) => (
  <MarkLink to={paths.finding(runId, row.detector, index)} title={`Since ${sinceText(row, lastDay)}`}>
    <SeverityIcon severity={row.severity} size={13} />
    <chakra.span srOnly>{severityWord(row.severity)}: </chakra.span>{" "}
    <chakra.span fontWeight="560" truncate maxW="200px">
      {entityName(row)}
    </chakra.span>{" "}
    <chakra.span srOnly>{contextText(row)}</chakra.span>{" "}
    <chakra.span color="fg.muted" truncate>
      {[labelText(row), row.segment && placeOf(row.segment)].filter(Boolean).join(" ")}
    </chakra.span>{" "}
    {labelText(row) !== changeText(row) && (
      <chakra.span fontWeight="600" color={changeColor(row.severity)}>
        {changeText(row)}
      </chakra.span>
    )}
  </MarkLink>
);

/** "11 findings began on 2 days". */
function noteOf(days: readonly BrokenDay[]): string {
  const findings = days.reduce((total, day) => total + day.findings.length, 0);
  return `${countOf(findings, "finding")} began on ${days.length === 1 ? "one day" : countOf(days.length, "day")}`;
}

const lineCss = {
  display: "grid",
  gridTemplateColumns: { base: "minmax(0, 1fr)", sm: "minmax(0, 220px) minmax(0, 1fr)" },
  columnGap: "4",
  rowGap: "1",
  py: { base: "1.5", sm: "1" },
};

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
    borderRadius: "badge",
    textStyle: "label",
    color: "fg",
    textDecoration: "none",
    whiteSpace: "nowrap",
    transition: "background 120ms, border-color 120ms",
    _hover: { bg: "bg.subtle", borderColor: "border.emphasized" },
  },
});
