import { Center, chakra } from "@chakra-ui/react";
import { initialsOf } from "@contract/workspaces";
import { UserRound } from "lucide-react";

/** The circle of a person's initials. */
export const AvatarCircle = chakra(Center, {
  base: {
    boxSize: "24px",
    flexShrink: 0,
    borderRadius: "full",
    borderWidth: "1px",
    bg: "bg.muted",
    color: "fg.muted",
    fontSize: "10px",
    fontWeight: "560",
  },
});

/** The assignee's initials, or a dashed circle for nobody. The name is shown beside it or as its tooltip. */
export const PersonAvatar = ({ name, title }: { name: string | null; title?: string }) => (
  <AvatarCircle
    {...(name === null && { borderStyle: "dashed", borderColor: "fg.subtle", bg: "transparent" })}
    title={title ?? (name === null ? "Not assigned" : `Assigned to ${name}`)}
    aria-hidden
  >
    {name === null ? <UserRound size={12} /> : initialsOf(name)}
  </AvatarCircle>
);
