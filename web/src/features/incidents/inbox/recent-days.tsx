import { Box } from "@chakra-ui/react";
import type { IncidentFinding } from "@contract/incidents";
import { colorVar } from "@/components/charts/plot/color-var";

const [width, height] = [112, 28];

/**
 * The last four weeks as bars, flagged days in the severity's color. Decorative: the figures are next to it.
 */
export function RecentDays({ finding: { recentDays, severity } }: { finding: IncidentFinding }) {
  const { heights, flaggedDays } = recentDays ?? { heights: [], flaggedDays: [] };
  const step = width / Math.max(1, heights.length);
  return (
    <Box w={`${width}px`} h={heights.length > 0 ? `${height}px` : undefined} aria-hidden>
      {heights.length > 0 && (
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} style={{ display: "block" }}>
          {heights.map((percent, place) => {
            const bar = Math.max(1.5, (percent / 100) * height);
            return (
              <rect
                key={place}
                x={place * step}
                width={step - 1}
                y={height - bar}
                height={bar}
                fill={colorVar(flaggedDays.includes(place) ? `${severity}.solid` : "chart.baseline")}
              />
            );
          })}
        </svg>
      )}
    </Box>
  );
}
