import { Box, chakra, Stack } from "@chakra-ui/react";
import { descriptors } from "@contract/detectors/descriptors";
import { capitalized } from "@/lib/format";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/states/notice";
import { Page, PageHeader } from "@/components/layout/page";
import { checkCount } from "@/lib/detector-names";
import { paths } from "@/config/paths";
import { AccordionItem } from "./accordion-item";
import { UseCaseChart } from "./use-case-chart";

/** What Plumbline can find, for signed-out visitors. */
export const UseCasesPage = () => (
  <Page>
    <Box maxW="880px" mx="auto">
      <PageHeader
        title="Use Cases"
        description={`${capitalized(checkCount)} tracking problems that Plumbline detects, with an example of each.`}
        actions={<LinkButton to={paths.signup}>Get your 1st run Free</LinkButton>}
      />
      <Box bg="bg.panel" borderWidth="1px" borderColor="border" borderRadius="card">
        {descriptors.map(({ key, name, useCase }, index) => (
          <AccordionItem key={key} title={name} number={index + 1} startsOpen={index === 0}>
            <Stack as="dl" gap="3">
              <Part label="What it means">{useCase.meaning}</Part>
              <Part label="Example">{useCase.example}</Part>
            </Stack>
            <Box mt="4">
              <UseCaseChart detector={key} />
            </Box>
          </AccordionItem>
        ))}
      </Box>
      <Box mt="5">
        <Notice tone="info" title="Configurable thresholds">
          Every check that measures a change has its own threshold: 30% by default, from 1% to 100%. Checks
          look back 7, 14 or 30 days. A change is reported only if it exceeds the threshold and is too large
          to be normal variation. Checks for events and properties that stopped need no threshold.
        </Notice>
      </Box>
    </Box>
  </Page>
);

const Part = ({ label, children }: { label: string; children: string }) => (
  <div>
    <chakra.dt textStyle="label" color="fg.subtle">
      {label}
    </chakra.dt>
    <chakra.dd mt="1" color="fg.muted" maxW="720px">
      {children}
    </chakra.dd>
  </div>
);
