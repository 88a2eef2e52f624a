/** Columns of a finding: text, series, figures, change, since. Below `lg`, the text is above the rest. */
export const findingColumns = {
  base: "minmax(0, 1fr)",
  lg: "minmax(0, 1fr) 168px 140px 74px 78px",
};

/** Columns of a finding's series and figures; on wide screens, those of the finding. */
export const figureColumns = { base: "minmax(0, 108px) minmax(0, 1fr) auto", lg: "subgrid" };
