import { Box, chakra, Grid } from "@chakra-ui/react";
import { formatNumber, formatPercent, formatShortProjectDay } from "@/lib/format";
import { report } from "../report";

const { cause, entity, observed, expected, firstBadDay } = report.shown;

/** The segment most of the missing events come from, beside its usual share of the traffic. */
export const CauseExample = () => (
  <>
    <chakra.figcaption textStyle="small" mb="4">
      Missing events with <b style={{ fontWeight: 600 }}>{`${cause.property} = ${cause.value}`}</b>
    </chakra.figcaption>
    <Share label="Missing events" share={cause.part} color="alert.solid" />
    <Share label="Normal traffic" share={cause.usual} color="chart.baseline" />
    <Box textStyle="small" color="fg.muted" mt="4">
      {entity}: {formatNumber(observed)} events since {formatShortProjectDay(firstBadDay)};{" "}
      {formatNumber(expected)} expected.
    </Box>
  </>
);

const Share = ({ label, share, color }: { label: string; share: number; color: string }) => (
  <Grid templateColumns="104px 1fr 48px" alignItems="center" textStyle="small" minH="34px">
    <chakra.span color="fg.muted">{label}</chakra.span>
    <Box height="9px" bg="bg.muted" borderRadius="2px" overflow="hidden">
      <Box height="100%" width={`${100 * share}%`} bg={color} />
    </Box>
    <chakra.span textAlign="end" fontWeight="600">
      {formatPercent(share * 100)}
    </chakra.span>
  </Grid>
);
