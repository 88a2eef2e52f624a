import { Box, chakra, Flex } from "@chakra-ui/react";
import { SeverityIcon } from "@/components/severity-badge";
import { detectorNames } from "@/lib/detector-names";
import { changeText, report } from "./report";

const stopped = report.findings.find(({ detector }) => detector === "event_stopped");

/** What the demo report did not raise, and into what it was folded. */
export const FoldedExample = () => (
  <>
    {stopped && (
      <Flex align="center" gap="2" textStyle="small" fontWeight="600" mb="2">
        <SeverityIcon severity="alert" />
        <chakra.span color="alert.fg">{detectorNames.event_stopped}</chakra.span>
        {stopped.entity}
        <chakra.span ms="auto" color="alert.fg">
          {changeText(stopped)}
        </chakra.span>
      </Flex>
    )}
    <chakra.figcaption srOnly>Rows that were folded into another finding</chakra.figcaption>
    <chakra.ul ms="7px" borderStartWidth="1px" borderColor="border.emphasized" pb="2">
      {report.folded.map(({ entity, detector, into }) => (
        <chakra.li
          key={`${detector} ${entity}`}
          display="flex"
          justifyContent="space-between"
          gap="3"
          textStyle="small"
          color="fg.muted"
          minH="30px"
          alignItems="center"
        >
          <chakra.span display="inline-flex" alignItems="center" gap="2.5" flexShrink={0}>
            <Box width="10px" borderTopWidth="1px" borderColor="border.emphasized" aria-hidden />
            {entity}
          </chakra.span>
          <chakra.span textStyle="label" fontWeight="400" textAlign="end">
            folded into {into}
          </chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  </>
);
