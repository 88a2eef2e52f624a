import { Box, chakra } from "@chakra-ui/react";
import type { DetailedRow } from "@contract/results";
import { RichText } from "@/components/badges/rich-text";
import { Subheading } from "@/components/ui/text";
import { InlineLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { nextSteps } from "./next-steps-text";

const settings = "Data Settings";

/** What the reader can do about a finding. */
export const NextSteps = ({ row }: { row: DetailedRow }) => (
  <Box minW="0">
    <Subheading>What to do</Subheading>
    <chakra.ul
      mt="2"
      maxW="720px"
      color="fg.muted"
      css={{ listStyle: "disc", ps: "4", "& > li": { mt: "1" } }}
    >
      {nextSteps(row).map((step) => (
        <li key={step}>
          {step.split(settings).map((part, index) => (
            <span key={index}>
              {index > 0 && <InlineLink to={paths.dataSettings}>{settings}</InlineLink>}
              <RichText text={part} />
            </span>
          ))}
        </li>
      ))}
    </chakra.ul>
  </Box>
);
