import { Box, chakra, Grid } from "@chakra-ui/react";
import { formatNumber, formatPercent, formatShortProjectDay } from "@/lib/format";
import { report } from "./report";

const { cause, entity, observed, expected, firstBadDay } = report.shown;

/** What the missing rows have in common, beside how common it normally is. */
export const CauseExample = () => (
  <>
    <chakra.figcaption textStyle="small" mb="4">
      Missing rows with <b style={{ fontWeight: 600 }}>{`${cause.property} = ${cause.value}`}</b>
    </chakra.figcaption>
    <Share label="Missing rows" share={cause.part} colour="alert.solid" />
    <Share label="Normal traffic" share={cause.usual} colour="chart.baseline" />
    <Box textStyle="small" color="fg.muted" mt="4">
      {entity}, {formatNumber(observed)} rows since {formatShortProjectDay(firstBadDay)} where{" "}
      {formatNumber(expected)} were expected.
    </Box>
  </>
);

const Share = ({ label, share, colour }: { label: string; share: number; colour: string }) => (
  <Grid templateColumns="104px 1fr 48px" alignItems="center" textStyle="small" minH="34px">
    <chakra.span color="fg.muted">{label}</chakra.span>
    <Box height="9px" bg="bg.muted" borderRadius="2px" overflow="hidden">
      <Box height="100%" width={`${100 * share}%`} bg={colour} />
    </Box>
    <chakra.span textAlign="end" fontWeight="600">
      {formatPercent(share * 100)}
    </chakra.span>
  </Grid>
);
