import { causePercent } from "@contract/findings/cause-text";
import { chakra } from "@chakra-ui/react";
import { type Evidence, evidenceOf } from "@words";
import type { DetailedRow } from "@contract/results";
import { RichText } from "@/components/badges/rich-text";
import { changeColor } from "../findings/finding-row";
import { unitOf } from "../text/detector-facts";

type Figure = { label: string; value: string; color?: string };

/** The figures behind a finding, side by side; figures that don't apply to its check are left out. */
export const FindingEvidence = ({ row }: { row: DetailedRow }) => {
  const figures = figuresOf(row);
  return (
    <chakra.dl
      display="grid"
      // The number of columns is fixed, so that figures keep their place while the page's HTML arrives.
      gridTemplateColumns={{
        base: "repeat(2, minmax(0, 1fr))",
        sm: `repeat(auto-fill, minmax(max(118px, calc(100% / ${figures.length} - 1px)), 1fr))`,
      }}
      gap="1px"
      mt="5"
      bg="border"
      borderWidth="1px"
      borderRadius="control"
      overflow="hidden"
    >
      {figures.map(({ label, value, color }) => (
        <chakra.div
          key={label}
          bg="bg.panel"
          px="3.5"
          py="2.5"
          minW="0"
          css={{ "&:last-of-type:nth-of-type(odd)": { gridColumn: { base: "1 / -1", sm: "auto" } } }}
        >
          <chakra.dt textStyle="caption" color="fg.muted">
            {label}
          </chakra.dt>
          <chakra.dd textStyle="cardTitle" lineHeight="22px" color={color} overflowWrap="anywhere">
            <RichText text={value} />
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  );
};

function figuresOf(row: DetailedRow): Figure[] {
  if (!row.finding) return [];
  const figures = evidenceOf(row.finding);
  const shown = ({ label, value, isChange }: Evidence): Figure => ({
    label,
    value,
    ...(isChange && { color: changeColor(row.severity) }),
  });
  return [
    ...figures.filter(({ isLast }) => !isLast).map(shown),
    ...segmentFigures(row),
    ...figures.filter(({ isLast }) => isLast).map(shown),
  ];
}

/**
 * A segment finding's share of all events; for other findings, the observed share inside the one value that
 * explains it.
 */
function segmentFigures({
  detector,
  segment,
  causeDetail: cause,
  breakdown,
  severity,
}: DetailedRow): Figure[] {
  if (segment) {
    const found = breakdown?.segments.find(({ isNamed, value }) => isNamed && value === segment.value);
    if (!found) return [];
    return [{ label: `Share of ${unitOf(detector)}`, value: causePercent(found.usual) }];
  }
  const [only, ...others] = cause?.values ?? [];
  if (!only || others.length > 0 || cause?.after === undefined) return [];
  return [{ label: `Inside ${only.value}`, value: causePercent(cause.after), color: changeColor(severity) }];
}
