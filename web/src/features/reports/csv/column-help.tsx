import { Box, chakra } from "@chakra-ui/react";
import { csvDictionary } from "@contract/findings/csv-dictionary";
import { csvColumns } from "@contract/results";
import { Fold } from "../findings/fold";

/** What each column of the file means. */
export const ColumnHelp = () => (
  <Box borderTopWidth="1px" borderColor="border">
    <Fold title="What the columns mean">
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: "1fr", sm: "max-content 1fr" }}
        columnGap="6"
        rowGap={{ base: "0.5", sm: "2" }}
        px={{ base: "4", sm: "5" }}
        pb="5"
        textStyle="small"
      >
        {csvColumns.map((column) => (
          <Box key={column} display="contents">
            <chakra.dt fontWeight="560" mt={{ base: "2", sm: "0" }}>
              {column}
            </chakra.dt>
            <chakra.dd color="fg.muted" maxW="680px" overflowWrap="anywhere">
              {csvDictionary[column].meaning} Unit: {csvDictionary[column].unit}.
            </chakra.dd>
          </Box>
        ))}
      </chakra.dl>
    </Fold>
  </Box>
);
