import { Box, chakra, Icon } from "@chakra-ui/react";
import { CornerDownRight } from "lucide-react";
import { report } from "../report";

/** Side effects in the demo report, each with the finding it is grouped under. */
export const FoldedExample = () => (
  <>
    <chakra.figcaption display="flex" alignItems="center" gap="2" textStyle="small" fontWeight="600" mb="2">
      <Icon boxSize="15px" color="fg.muted" aria-hidden>
        <CornerDownRight strokeWidth={1.75} />
      </Icon>
      {report.folded.length} side effects, no extra findings
    </chakra.figcaption>
    <chakra.ul ms="7px" borderStartWidth="1px" borderColor="border.emphasized" pb="2">
      {report.folded.map(({ entity, detector, into }) => (
        <chakra.li
          key={`${detector} ${entity}`}
          display="flex"
          justifyContent="space-between"
          gap="3"
          textStyle="small"
          minH="30px"
          alignItems="center"
        >
          <chakra.span display="inline-flex" alignItems="center" gap="2.5" flexShrink={0}>
            <Box width="10px" borderTopWidth="1px" borderColor="border.emphasized" aria-hidden />
            {entity}
          </chakra.span>
          <chakra.span textStyle="label" fontWeight="400" color="fg.muted" textAlign="end">
            side effect: {into.replace(/^the (finding that )?/, "")}
          </chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  </>
);
