import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";

export type Detail = { label: string; value: ReactNode };

/** Labels and values side by side, one pair per line. `labelWidth` is in pixels. */
export const DetailsList = ({
  details,
  labelWidth = 120,
}: {
  details: readonly Detail[];
  labelWidth?: number;
}) => (
  <chakra.dl
    display="grid"
    gridTemplateColumns={`minmax(0, ${labelWidth}px) minmax(0, 1fr)`}
    rowGap="2"
    textStyle="small"
  >
    {details.map(({ label, value }) => (
      <chakra.div key={label} display="contents">
        <chakra.dt color="fg.subtle">{label}</chakra.dt>
        <chakra.dd overflowWrap="anywhere">{value}</chakra.dd>
      </chakra.div>
    ))}
  </chakra.dl>
);

/** A label above its value. */
export const StackedDetail = ({ label, value }: Detail) => (
  <chakra.div minW="0">
    <chakra.dt textStyle="caption" color="fg.muted">
      {label}
    </chakra.dt>
    <chakra.dd textStyle="small" mt="1" overflowWrap="anywhere">
      {value}
    </chakra.dd>
  </chakra.div>
);
