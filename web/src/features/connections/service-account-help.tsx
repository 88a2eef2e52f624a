import { Box, chakra } from "@chakra-ui/react";

const steps = [
  "In Mixpanel, open Organization Settings, then Service Accounts.",
  "Choose Add Service Account and give it a name, for example plumbline.",
  "Give it the Admin role in the project, and set it to never expire.",
  "Why Admin? Mixpanel lets only this role read raw events, user profiles and Lexicon through a service account. Plumbline writes nothing to your project unless you turn on annotations later.",
  "Copy the username and the secret. Mixpanel shows the secret only once.",
  "You'll find the project ID in Project Settings, under Overview.",
];

/** Collapsible help on creating a service account. */
export const ServiceAccountHelp = () => (
  <chakra.details borderWidth="1px" borderColor="border" borderRadius="control" bg="bg.subtle">
    <chakra.summary
      px="3.5"
      minH="40px"
      display="list-item"
      listStylePosition="inside"
      cursor="pointer"
      textStyle="small"
      fontWeight="570"
      lineHeight="40px"
      borderRadius="control"
    >
      How do I get service account details?
    </chakra.summary>
    <Box px="3.5" pb="3">
      <chakra.ol listStyleType="decimal" ps="5" textStyle="small" color="fg.muted">
        {steps.map((step) => (
          <chakra.li key={step} py="0.5">
            {step}
          </chakra.li>
        ))}
      </chakra.ol>
    </Box>
  </chakra.details>
);
