import { Box, chakra } from "@chakra-ui/react";
import { causePercent, type CauseWords } from "@contract/findings/cause-text";
import type { Cause, CauseProperty } from "@contract/results";
import { capitalized } from "@/lib/format";
import { Subheading } from "@/components/ui/text";
import { ShareBar, TickSample } from "../share-bar";

type CauseBarsProps = { cause: Cause; words: CauseWords };

/**
 * The likely cause of a count change: for each segment, a bar for its share of the change and a tick for its
 * share of normal traffic.
 */
export const CauseBars = ({ cause, words: { affected, all } }: CauseBarsProps) => (
  <Box>
    <Subheading>Where the {affected} come from</Subheading>
    <chakra.table width="100%" mt="2" textStyle="small" css={{ borderCollapse: "collapse" }}>
      <chakra.caption srOnly>
        Share of the {affected} and of {all} by value
      </chakra.caption>
      <thead>
        <chakra.tr textStyle="caption" color="fg.muted">
          <Head width="40%">Value</Head>
          <Head>{capitalized(affected)}</Head>
          <chakra.th scope="col" py="1.5" fontWeight="inherit" textAlign="end">
            <TickSample />
            {capitalized(all)}
          </chakra.th>
        </chakra.tr>
      </thead>
      <tbody>
        {[cause, ...cause.others].map((property) => (
          <CauseRow key={property.property} property={property} />
        ))}
      </tbody>
    </chakra.table>
  </Box>
);

const Head = ({ children, width }: { children: string; width?: string }) => (
  <chakra.th scope="col" py="1.5" pe="3" fontWeight="inherit" textAlign="start" width={width}>
    {children}
  </chakra.th>
);

const CauseRow = ({ property: { property, values, part, usual } }: { property: CauseProperty }) => (
  <chakra.tr borderTopWidth="1px">
    <chakra.th scope="row" py="2" pe="3" fontWeight="400" textAlign="start" overflowWrap="anywhere">
      {property} = <b>{values.map(({ value }) => value).join(", ")}</b>
    </chakra.th>
    <chakra.td py="2" pe="3">
      <ShareBar part={part} usual={usual} color="alert.solid" />
    </chakra.td>
    <chakra.td py="2" textAlign="end" color="fg.muted">
      {causePercent(usual)}
    </chakra.td>
  </chakra.tr>
);
