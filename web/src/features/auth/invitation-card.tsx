import { Box, Flex } from "@chakra-ui/react";
import type { InvitationPreview } from "@contract/workspaces";
import { AvatarCircle } from "@/components/incidents/person-avatar";
import { countOf } from "@/lib/format";
import { roleHelp } from "@/lib/names";

/** Who is in the workspace, by initials, and what the invited person may do there. */
export const InvitationCard = ({
  invitation: { members, initials, role },
}: {
  invitation: Pick<InvitationPreview, "members" | "initials" | "role">;
}) => (
  <Box borderWidth="1px" borderRadius="card" px="3.5" py="3" textStyle="small" color="fg.muted">
    <Flex align="center" gap="2.5" mb="2">
      <Flex aria-hidden>
        {initials.map((text, index) => (
          <AvatarCircle key={index} ms={index > 0 ? "-6px" : "0"}>
            {text}
          </AvatarCircle>
        ))}
      </Flex>
      {countOf(members, "member")}
    </Flex>
    {roleHelp[role]}
  </Box>
);
