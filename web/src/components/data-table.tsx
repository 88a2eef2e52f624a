import { Box, chakra, useSlotRecipe } from "@chakra-ui/react";
import type { ReactNode } from "react";

export type Column<Row> = {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end. */
  align?: "start" | "end";
  width?: string;
};

type DataTableProps<Row> = {
  /** What the table holds, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string;
  /** Pixels; the body scrolls inside it under a fixed head. */
  maxHeight?: number;
  /** Keeps the first column in sight while the table scrolls sideways. */
  hasStickyColumn?: boolean;
};

/** A real table that scrolls inside its own box. The first column heads its row. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  maxHeight,
  hasStickyColumn = false,
}: DataTableProps<Row>) {
  const styles = useSlotRecipe({ key: "table" })();
  const stickyCell = hasStickyColumn
    ? { position: "sticky", insetInlineStart: 0, bg: "bg.panel", zIndex: 1 }
    : {};
  const stickyHead = maxHeight ? { position: "sticky", top: 0, zIndex: 2 } : {};
  return (
    <Box
      overflow="auto"
      maxH={maxHeight ? `${maxHeight}px` : undefined}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <chakra.table css={styles.root}>
        <chakra.caption css={styles.caption}>{label}</chakra.caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <chakra.th
                key={column.key}
                scope="col"
                css={[
                  styles.columnHeader,
                  stickyHead,
                  hasStickyColumn && index === 0
                    ? { position: "sticky", insetInlineStart: 0, zIndex: 3 }
                    : {},
                ]}
                textAlign={column.align ?? "start"}
                width={column.width}
              >
                {column.header}
              </chakra.th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <chakra.tr key={rowKey(row, rowIndex)} css={styles.row}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <chakra.th
                    key={column.key}
                    scope="row"
                    css={[styles.cell, stickyCell]}
                    textAlign="start"
                    fontWeight="inherit"
                  >
                    {column.cell(row)}
                  </chakra.th>
                ) : (
                  <chakra.td key={column.key} css={styles.cell} textAlign={column.align ?? "start"}>
                    {column.cell(row)}
                  </chakra.td>
                ),
              )}
            </chakra.tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  );
}
