import { Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { Card, CardBody } from "@/components/layout/card";
import { ErrorState } from "@/components/states/error-state";
import { SkeletonRows } from "@/components/states/skeleton";
import { currentUserQuery } from "@/data/user";
import { SettingsLayout } from "../settings-layout";
import { DataCard } from "./data-card";
import { DownloadNotice } from "./download-notice";
import { ProfileCard } from "./profile-card";
import { SignInCard } from "./sign-in-card";

/** Name and email address, password and sessions, data download and account deletion. */
export function ProfilePage() {
  const user = useQuery(currentUserQuery());
  return (
    <SettingsLayout>
      <Stack gap="4">
        <DownloadNotice />
        {user.isPending && (
          <Card>
            <CardBody>
              <SkeletonRows label="Loading your profile" rows={3} />
            </CardBody>
          </Card>
        )}
        {user.isError && (
          <ErrorState title="Unable to load your profile" error={user.error} onRetry={user.refetch} />
        )}
        {user.data && (
          <>
            <ProfileCard key={user.data.displayName} user={user.data} />
            <SignInCard email={user.data.email} />
            <DataCard email={user.data.email} />
          </>
        )}
      </Stack>
    </SettingsLayout>
  );
}
