import { useUser } from "reactfire";
import { Box } from "@chakra-ui/react";
import { Card, CardBody, CardTitle } from "@/components/layout/card";
import { DetailsList } from "@/components/layout/details-list";
import { useDisplayName } from "@/data/user-name";

/** The signed-in user's name and email. */
export function AccountCard() {
  const { data: user } = useUser();
  const name = useDisplayName(user);
  return (
    <Card>
      <CardBody>
        <CardTitle size="sm">Account</CardTitle>
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
