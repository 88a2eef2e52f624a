import { Box, chakra, Heading } from "@chakra-ui/react";
import type { Cause, CauseProperty } from "@contract/results";
import { formatPercent } from "@/lib/format";

type CauseBarsProps = { cause: Cause; direction: "missing" | "extra" };

/** The likely cause of a count change: a bar for each segment's share of it, a tick for its share of normal traffic. */
export const CauseBars = ({ cause, direction }: CauseBarsProps) => (
  <Box>
    <Heading as="h3" textStyle="cardSubtitle">
      Where the {direction} events come from
    </Heading>
    <chakra.table width="100%" mt="2" textStyle="small" css={{ borderCollapse: "collapse" }}>
      <chakra.caption srOnly>Share of the {direction} events and of normal traffic by value</chakra.caption>
      <thead>
        <chakra.tr textStyle="label" fontWeight="400" color="fg.muted">
          <Head width="40%">Value</Head>
          <Head>{direction === "missing" ? "Missing events" : "Extra events"}</Head>
          <chakra.th scope="col" py="1.5" fontWeight="inherit" textAlign="end">
            <chakra.span
              display="inline-block"
              width="2px"
              height="11px"
              bg="fg"
              me="1.5"
              verticalAlign="-1px"
              aria-hidden
            />
            Normal traffic
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
  <chakra.tr borderTopWidth="1px" borderColor="border">
    <chakra.th scope="row" py="2" pe="3" fontWeight="400" textAlign="start" overflowWrap="anywhere">
      {property} = <b>{values.map(({ value }) => value).join(", ")}</b>
    </chakra.th>
    <chakra.td py="2" pe="3">
      <Box display="flex" alignItems="center" gap="3">
        <Box
          position="relative"
          height="6px"
          width="100%"
          minW="52px"
          maxW="144px"
          bg="bg.muted"
          borderRadius="2px"
          aria-hidden
        >
          <Box height="6px" borderRadius="2px" bg="alert.solid" width={`${part * 100}%`} />
          <Box
            position="absolute"
            top="-5px"
            insetInlineStart={`${usual * 100}%`}
            width="2px"
            height="16px"
            bg="fg"
            boxShadow="0 0 0 1px {colors.bg.panel}"
          />
        </Box>
        <Box fontWeight="600" minW="36px">
          {formatPercent(part * 100)}
        </Box>
      </Box>
    </chakra.td>
    <chakra.td py="2" textAlign="end" color="fg.muted">
      {formatPercent(usual * 100)}
    </chakra.td>
  </chakra.tr>
);
