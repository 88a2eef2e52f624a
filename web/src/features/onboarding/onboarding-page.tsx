import { Box, Center, chakra, Flex, Heading, Stack } from "@chakra-ui/react";
import type { Connection } from "@contract/connections";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { BodyCard } from "@/components/layout/card";
import { LinkButton } from "@/components/ui/button";
import { Page, DocumentTitle } from "@/components/layout/page";
import { paths } from "@/config/paths";
import { useMay } from "@/data/use-current-workspace";
import { connectionLabel } from "@/lib/names";

/** The two steps to take before there is a dashboard to show. */
export function OnboardingPage({ connections }: { connections: readonly Connection[] }) {
  const mayConnect = useMay("createConnection");
  const mayCreate = useMay("createSetup");
  const connection = connections.find(({ status }) => status === "verified") ?? connections[0];
  return (
    <Page>
      <DocumentTitle title="Home" />
      <BodyCard maxW="640px" mx="auto" mt={{ base: "0", sm: "8" }}>
        <Heading as="h1" textStyle="pageTitle">
          Complete Your Setup
        </Heading>
        <Stack as="ol" gap="5" mt="5">
          <Step
            number={1}
            isDone={connection?.status === "verified"}
            title="Connect Your Data Source"
            text={connection ? connectionText(connection) : mayConnect ? connectText : adminsText}
          >
            {!connection
              ? mayConnect && (
                  <LinkButton to={paths.connections} variant="solid">
                    Set Up the Connection
                  </LinkButton>
                )
              : connection.status !== "verified" && (
                  <LinkButton
                    to={paths.connectionStatus(connection.id)}
                    variant={connection.status === "failed" ? "solid" : "outline"}
                  >
                    View connection
                  </LinkButton>
                )}
          </Step>
          <Step
            number={2}
            isDone={false}
            title="Create Data Quality Checks"
            text={!connection ? "Complete step 1 first." : mayCreate ? createText : editorsText}
          >
            {connection && mayCreate && (
              <LinkButton to={paths.setups} variant={connection.status === "failed" ? "outline" : "solid"}>
                Create Setup
              </LinkButton>
            )}
          </Step>
        </Stack>
      </BodyCard>
    </Page>
  );
}

const connectText = "Add a Mixpanel project with a service account.";
const adminsText = "Admins can connect a Mixpanel project.";
const createText = "Choose what to watch and how often.";
const editorsText = "Editors can create setups.";

function connectionText(connection: Connection): string {
  const name = connectionLabel(connection);
  if (connection.status === "verified") return `${name} is connected.`;
  return connection.status === "failed"
    ? `${name} couldn't be verified.`
    : `${name} is saved but not verified yet.`;
}

type StepProps = { number: number; isDone: boolean; title: string; text: string; children: ReactNode };

const Step = ({ number, isDone, title, text, children }: StepProps) => (
  <Flex as="li" gap="3" align="flex-start">
    <Center
      boxSize="24px"
      flexShrink={0}
      borderRadius="full"
      borderWidth="1px"
      textStyle="label"
      color={isDone ? "success.fg" : "fg"}
      bg={isDone ? "success.subtle" : undefined}
      borderColor={isDone ? "success.border" : "border.control"}
    >
      {isDone ? (
        <chakra.span role="img" aria-label="Completed" display="inline-flex">
          <Check size={13} strokeWidth={2.1} />
        </chakra.span>
      ) : (
        number
      )}
    </Center>
    <Box minW="0">
      <Heading as="h2" textStyle="cardSubtitle" lineHeight="24px">
        {title}
      </Heading>
      <Box color="fg.muted">{text}</Box>
      {children && <Box mt="3">{children}</Box>}
    </Box>
  </Flex>
);
