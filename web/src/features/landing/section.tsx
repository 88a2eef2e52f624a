import { Box, chakra, Heading, type BoxProps } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { PageColumn } from "@/components/layout/page";

type SectionProps = Omit<BoxProps, "title"> & {
  title?: ReactNode;
  /** Shown right of the title. */
  action?: ReactNode;
  /** On a gray band. */
  isBand?: boolean;
  children: ReactNode;
};

/** A part of the landing page, 80 px from the next (48 on small screens). */
export const Section = ({ title, action, isBand = false, children, ...rest }: SectionProps) => (
  <chakra.section
    py={{ base: "12", sm: "20" }}
    bg={isBand ? "bg.subtle" : undefined}
    borderTopWidth="1px"
    {...rest}
  >
    <PageColumn>
      {title && (
        <Box
          display="flex"
          flexWrap="wrap"
          alignItems="baseline"
          justifyContent="space-between"
          columnGap="4"
          rowGap="2"
          mb={{ base: "6", sm: "8" }}
        >
          <Heading as="h2" textStyle="section">
            {title}
          </Heading>
          {action}
        </Box>
      )}
      {children}
    </PageColumn>
  </chakra.section>
);
