import { chakra } from "@chakra-ui/react";
import type { RunReport } from "@contract/runs";
import { Link } from "react-router-dom";
import { SeverityBadge } from "@/components/badges/severity-badge";
import { checkAnchor } from "../findings/report-checks";

type ReportDetector = RunReport["detectors"][number];

/** One cell per check in fixed order, each linking to its place in the report. A list on small screens. */
export const CheckCells = ({ detectors }: { detectors: readonly ReportDetector[] }) => (
  <chakra.nav aria-label="Checks" borderTopWidth="1px">
    <chakra.ul
      display="grid"
      gridTemplateColumns={{ base: "minmax(0, 1fr)", lg: `repeat(${detectors.length}, minmax(0, 1fr))` }}
    >
      {detectors.map((detector) => (
        <Cell key={detector.id} detector={detector} />
      ))}
    </chakra.ul>
  </chakra.nav>
);

const edges = { alert: "alert.solid", warning: "warning.solid" } as const;

function Cell({ detector: { id, name, severity } }: { detector: ReportDetector }) {
  const isFinding = severity === "alert" || severity === "warning";
  return (
    <chakra.li
      position="relative"
      bg={isFinding ? "bg.panel" : "bg.subtle"}
      borderTopWidth={{ base: "1px", lg: "0" }}
      borderInlineStartWidth={{ lg: "1px" }}
      css={{ "&:first-of-type": { borderTopWidth: "0", borderInlineStartWidth: "0" } }}
      _before={
        isFinding
          ? {
              content: '""',
              position: "absolute",
              bg: edges[severity],
              insetInlineStart: { base: "0", lg: "-1px" },
              insetBlockStart: { base: "0", lg: "-1px" },
              width: { base: "2px", lg: "calc(100% + 1px)" },
              height: { base: "100%", lg: "2px" },
            }
          : undefined
      }
    >
      <CellLink
        to={{ hash: checkAnchor(id) }}
        color={isFinding ? "fg" : "fg.muted"}
        px={{ base: "4", lg: detectorPadding }}
        py={{ base: "2", lg: "3" }}
        gap="3"
      >
        <chakra.span textStyle="label" fontWeight={isFinding ? "500" : "400"} minW="0">
          {name}
        </chakra.span>
        <SeverityBadge severity={severity} />
      </CellLink>
    </chakra.li>
  );
}

const detectorPadding = "14px";

const CellLink = chakra(Link, {
  base: {
    display: "flex",
    flexDirection: { base: "row", lg: "column" },
    alignItems: { base: "center", lg: "flex-start" },
    justifyContent: "space-between",
    minH: { base: "36px", lg: "84px" },
    height: "100%",
    textDecoration: "none",
    _hover: { bg: "bg.muted" },
    _focusVisible: { outlineOffset: "-2px" },
  },
});
