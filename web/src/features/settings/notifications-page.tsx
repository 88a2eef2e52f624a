import { NotificationsCard } from "./notifications-card";
import { SettingsLayout } from "./settings-layout";

/** What the user is emailed about in this workspace. */
export const NotificationsPage = () => (
  <SettingsLayout>
    <NotificationsCard />
  </SettingsLayout>
);
