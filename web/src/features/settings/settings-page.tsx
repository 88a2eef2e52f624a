import { Grid, Stack, Box, Flex } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { NotificationsCard } from "./notifications-card";
import { SettingsLayout } from "./settings-layout";
import { useUser } from "reactfire";
import { BodyCard, CardTitle } from "@/components/layout/card";
import { DetailsList } from "@/components/layout/details-list";
import { TextLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { useDisplayName } from "@/data/user-name";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useColorMode } from "@/theme/color-mode";

type SettingsPageProps = {
  /** Billing and usage, in the wide column. */
  main: ReactNode;
  /** Further cards under the account's, in the narrow column. */
  aside: ReactNode;
};

export const SettingsPage = ({ main, aside }: SettingsPageProps) => (
  <SettingsLayout>
    <Grid templateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 336px" }} gap="4" alignItems="start">
      <Stack gap="4" minW="0">
        {main}
      </Stack>
      <Stack gap="4" minW="0">
        <AccountCard />
        <NotificationsCard />
        <AppearanceCard />
        {aside}
      </Stack>
    </Grid>
  </SettingsLayout>
);

/** The signed-in user's name and email. */
function AccountCard() {
  const { data: user } = useUser();
  const name = useDisplayName(user);
  return (
    <BodyCard>
      <Flex align="center" justify="space-between">
        <CardTitle size="sm">Account</CardTitle>
        <TextLink to={paths.profile}>Edit profile</TextLink>
      </Flex>
      <Box mt="3">
        <DetailsList
          labelWidth={56}
          details={[
            { label: "Name", value: name ?? "Not set" },
            { label: "Email", value: user?.email || "Not set" },
          ]}
        />
      </Box>
    </BodyCard>
  );
}

const options = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

function AppearanceCard() {
  const [mode, setMode] = useColorMode();
  return (
    <BodyCard>
      <Flex align="center" justify="space-between" gap="3" wrap="wrap">
        <CardTitle size="sm">Appearance</CardTitle>
        <SegmentedControl label="Appearance" value={mode} options={options} onChange={setMode} />
      </Flex>
    </BodyCard>
  );
}
