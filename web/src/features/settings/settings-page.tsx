import { Grid, Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { AccountCard } from "./account-card";
import { AppearanceCard } from "./appearance-card";
import { NotificationsCard } from "./notifications-card";
import { SettingsLayout } from "./settings-layout";

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
