import { Box, chakra, useSlotRecipe, type SystemStyleObject } from "@chakra-ui/react";
import type { ReactNode } from "react";

export type Column<Row> = {
  key: string;
  header: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** Use `end` for numbers. */
  align?: "start" | "end";
  width?: string;
};

type DataTableProps<Row> = {
  /** Describes the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  /** In pixels; the body scrolls under a fixed header. */
  maxHeight?: number;
  /** Keeps the first column visible while the table scrolls sideways. */
  hasStickyColumn?: boolean;
  /** Styles for the content of the cells. */
  css?: SystemStyleObject;
};

/**
 * A real table that scrolls inside its own box. The first column is the row header. Cells are plain elements
 * styled from the table, because thousands of styled components would take seconds to render.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  maxHeight,
  hasStickyColumn = false,
  css = {},
}: DataTableProps<Row>) {
  const styles = useSlotRecipe({ key: "table" })();
  return (
    <Box
      overflow="auto"
      // Text for screen readers is positioned absolutely. Without this, text of off-screen cells would widen
      // the page.
      position="relative"
      maxH={maxHeight ? `${maxHeight}px` : undefined}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <chakra.table
        css={[
          styles.root ?? {},
          { "& thead th": styles.columnHeader ?? {}, "& tbody > tr": styles.row ?? {} },
          { "& tbody > tr > *": styles.cell ?? {}, "& tbody th": { fontWeight: "inherit" }, ...alignCss },
          maxHeight ? stickyHeadCss : {},
          hasStickyColumn ? stickyColumnCss : {},
          css,
        ]}
      >
        <chakra.caption css={styles.caption}>{label}</chakra.caption>
        <thead>
          <tr>
            {columns.map(({ key, header, align = "start", width }) => (
              <th key={key} scope="col" data-align={align} style={width ? { width } : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={rowKey(row, rowIndex)}>
              {columns.map(({ key, cell, align = "start" }, index) => {
                const Cell = index === 0 ? "th" : "td";
                return (
                  <Cell key={key} scope={index === 0 ? "row" : undefined} data-align={align}>
                    {cell(row, rowIndex)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  );
}

const alignCss = {
  "& [data-align=start]": { textAlign: "start" },
  "& [data-align=end]": { textAlign: "end" },
};
const stickyHeadCss = { "& thead th": { position: "sticky", top: 0, zIndex: 2 } };
/** Keeps the row headers visible. Column headers that are sticky themselves need a `zIndex` of 2. */
export const stickyColumnCss = {
  "& tbody th": { position: "sticky", insetInlineStart: 0, bg: "bg.panel", zIndex: 1 },
  "& thead th:first-of-type": { position: "sticky", insetInlineStart: 0, zIndex: 3 },
};
