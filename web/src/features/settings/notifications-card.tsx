import { Box, Flex } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { BodyCard, CardTitle } from "@/components/layout/card";
import { ErrorState } from "@/components/states/error-state";
import { Switch } from "@/components/ui/switch";
import { SmallText } from "@/components/ui/text";
import { SettingsLayout } from "./settings-layout";
import { emailsMembersQuery } from "@/data/channels";
import { useCurrentWorkspace } from "@/data/use-current-workspace";
import { currentUserQuery, useUpdatePreferences } from "@/data/user";
import { toastOutcome } from "@/lib/toast";
import { messages } from "@/lib/messages";

/** The email switch, and whether it has an effect. Shows the new value at once and reverts it if saving fails. */
export function NotificationsCard() {
  const user = useQuery(currentUserQuery());
  const workspace = useCurrentWorkspace();
  const emailsMembers = useQuery(emailsMembersQuery());
  const update = useUpdatePreferences();
  const id = useId();
  if (user.isLoadingError)
    return (
      <ErrorState title="Unable to load notification preferences" error={user.error} onRetry={user.refetch} />
    );

  const { emailsUnsubscribed = false, emailVerified = true, email = "" } = user.data ?? {};
  const isOn = update.isPending ? update.variables : (workspace?.emailNotifications ?? true);
  const whatApplies = (): string => {
    if (emailsMembers.data === false)
      return "This has no effect: an admin has removed the emails to members of this workspace.";
    if (emailsUnsubscribed)
      return "You unsubscribed using a link in an email. If you turn emails on, we'll send you a link to confirm.";
    if (isOn && !emailVerified)
      return `You'll get emails, and the latest findings, as soon as you verify ${email}.`;
    return "One email after a run with new findings.";
  };
  const change = (emailNotifications: boolean) =>
    toastOutcome(
      update.mutateAsync(emailNotifications),
      emailsUnsubscribed && emailNotifications
        ? { title: messages.preferences.confirmTitle, description: messages.preferences.confirm(email) }
        : messages.preferences.updated,
      messages.error,
      messages.preferences.failed,
    );
  return (
    <BodyCard>
      <Flex align="center" justify="space-between" gap="4">
        <Box id={id}>
          <CardTitle size="sm">Email notifications</CardTitle>
          <SmallText>{whatApplies()}</SmallText>
        </Box>
        <Switch
          aria-labelledby={id}
          checked={isOn}
          disabled={!user.data || update.isPending}
          onCheckedChange={change}
        />
      </Flex>
    </BodyCard>
  );
}

/** What the user is emailed about in this workspace. */
export const NotificationsPage = () => (
  <SettingsLayout>
    <NotificationsCard />
  </SettingsLayout>
);
