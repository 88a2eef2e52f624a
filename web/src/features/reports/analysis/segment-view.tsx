import type { SegmentBreakdown } from "@contract/results";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useSearch } from "@/lib/use-search";

const parameter = "by";
const allEvents = "all";

/**
 * Whether a finding is shown by segment. The URL holds the choice; by default, findings that name a segment
 * are shown by segment.
 */
export function useSegmentView(breakdown: SegmentBreakdown | null) {
  const [search, set] = useSearch();
  const asked = search.get(parameter);
  const isByDefault = breakdown?.segments.some(({ isNamed }) => isNamed) ?? false;
  const isBySegment =
    breakdown !== null && (asked === breakdown.dimension || (asked !== allEvents && isByDefault));
  const choose = (bySegment: boolean) => {
    const asks = bySegment ? (breakdown?.dimension ?? allEvents) : allEvents;
    set(parameter, bySegment === isByDefault ? "" : asks);
  };
  return { isBySegment, choose };
}

type SegmentSwitchProps = {
  dimension: string;
  unit: "events" | "profiles";
  isBySegment: boolean;
  onChoose: (bySegment: boolean) => void;
};

/** 'All events' or 'By $os'. */
export const SegmentSwitch = ({ dimension, unit, isBySegment, onChoose }: SegmentSwitchProps) => (
  <SegmentedControl
    label="Segments"
    value={isBySegment ? "segments" : "all"}
    options={[
      { value: "all", label: `All ${unit}` },
      { value: "segments", label: `By ${dimension}` },
    ]}
    onChange={(value) => onChoose(value === "segments")}
  />
);
