import { Box, chakra, Icon, useSlotRecipe } from "@chakra-ui/react";
import { Table2 } from "lucide-react";
import { useState } from "react";
import { TextButton } from "@/components/ui/button";
import { stickyColumnCss } from "../../layout/data-table";

export type SeriesTableProps = {
  /** Describes the rows for screen readers: "Events per day". */
  caption: string;
  /** The first column is the row header; the others are numbers. */
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** Label of the button, if there is another table beside it. */
  label?: string;
};

/** 'View as table': the chart's data as a real table. It is always in the DOM, for screen readers. */
export function SeriesTable({ caption, columns, rows, label = "View as table" }: SeriesTableProps) {
  const [isShown, setIsShown] = useState(false);
  const styles = useSlotRecipe({ key: "table" })();
  return (
    <Box>
      <TextButton aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
        <Icon as={Table2} boxSize="15px" />
        {isShown ? "Hide table" : label}
      </TextButton>
      {/* It scrolls, so it is a tab stop while visible and not while hidden. */}
      <Box
        {...(isShown
          ? {
              tabIndex: 0,
              role: "region",
              "aria-label": caption,
              maxH: "320px",
              overflow: "auto",
              mt: "2",
              borderWidth: "1px",
              borderRadius: "control",
            }
          : { srOnly: true })}
      >
        <chakra.table css={[styles.root ?? {}, stickyColumnCss]}>
          <chakra.caption css={styles.caption}>{caption}</chakra.caption>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <chakra.th
                  key={column}
                  scope="col"
                  css={styles.columnHeader}
                  position="sticky"
                  top="0"
                  zIndex={2}
                  textAlign={index ? "end" : "start"}
                >
                  {column}
                </chakra.th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <chakra.tr key={cells[0]} css={styles.row}>
                {cells.map((cell, index) =>
                  index === 0 ? (
                    <chakra.th key={index} scope="row" css={[styles.cell, compact]} textAlign="start">
                      {cell}
                    </chakra.th>
                  ) : (
                    <chakra.td key={index} css={[styles.cell, compact]} textAlign="end">
                      {cell}
                    </chakra.td>
                  ),
                )}
              </chakra.tr>
            ))}
          </tbody>
        </chakra.table>
      </Box>
    </Box>
  );
}

const compact = { height: "32px", py: "1", fontWeight: "inherit", whiteSpace: "nowrap" };
