import { useUser } from "reactfire";
import { Box } from "@chakra-ui/react";
import { Card, CardBody, CardTitle } from "@/components/card";
import { DetailsList } from "@/components/details-list";

/** Who is signed in, as the identity provider knows them. */
export function AccountCard() {
  const { data: user } = useUser();
  return (
    <Card>
      <CardBody>
        <CardTitle size="sm">Account</CardTitle>
        <Box mt="3">
          <DetailsList
            labelWidth={56}
            details={[
              { label: "Name", value: user?.displayName || "Not set" },
              { label: "Email", value: user?.email || "Not set" },
            ]}
          />
        </Box>
      </CardBody>
    </Card>
  );
}
