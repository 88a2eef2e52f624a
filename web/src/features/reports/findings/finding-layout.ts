/** Columns of a finding: text, series, figures, change, since; below `lg` text stands above the rest. */
export const findingColumns = {
  base: "minmax(0, 1fr)",
  lg: "minmax(0, 1fr) 168px 140px 74px 78px",
};

/** Where a finding's series and rows of figures go on small screens. */
export const figureColumns = { base: "minmax(0, 108px) minmax(0, 1fr) auto", lg: "subgrid" };
