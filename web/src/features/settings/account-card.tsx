import { useUser } from "reactfire";
import { Box, Flex } from "@chakra-ui/react";
import { Card, CardBody, CardTitle } from "@/components/layout/card";
import { DetailsList } from "@/components/layout/details-list";
import { InlineLink } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { useDisplayName } from "@/data/user-name";

/** The signed-in user's name and email. */
export function AccountCard() {
  const { data: user } = useUser();
  const name = useDisplayName(user);
  return (
    <Card>
      <CardBody>
        <Flex align="center" justify="space-between">
          <CardTitle size="sm">Account</CardTitle>
          <InlineLink to={paths.profile}>Edit profile</InlineLink>
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
      </CardBody>
    </Card>
  );
}
