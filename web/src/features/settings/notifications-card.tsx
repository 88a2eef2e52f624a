import { Box, Flex } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Card, CardBody, CardTitle } from "@/components/card";
import { ErrorState } from "@/components/error-state";
import { Switch } from "@/components/switch";
import { currentUserQuery, useUpdatePreferences } from "@/data/user";
import { announce } from "@/lib/announce";
import { messages } from "@/lib/messages";

/** The e-mail switch. It shows the new position at once and goes back when saving fails. */
export function NotificationsCard() {
  const user = useQuery(currentUserQuery());
  const update = useUpdatePreferences();
  const id = useId();
  if (user.isError)
    return (
      <ErrorState title="Unable to load notification preferences" error={user.error} onRetry={user.refetch} />
    );

  const isOn = update.isPending ? update.variables : (user.data?.emailNotifications ?? true);
  const change = (emailNotifications: boolean) =>
    announce(update.mutateAsync(emailNotifications), {
      done: { title: messages.preferences.updatedTitle, description: messages.preferences.updated },
      failed: messages.error,
      failedText: messages.preferences.failed,
    });
  return (
    <Card>
      <CardBody>
        <Flex align="center" justify="space-between" gap="4">
          <Box id={id}>
            <CardTitle size="sm">Email notifications</CardTitle>
            <Box textStyle="small" color="fg.muted">
              One mail after a run with findings.
            </Box>
          </Box>
          <Switch
            aria-labelledby={id}
            checked={isOn}
            disabled={!user.data || update.isPending}
            onCheckedChange={change}
          />
        </Flex>
      </CardBody>
    </Card>
  );
}
