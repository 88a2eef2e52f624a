import { Center, chakra, Icon } from "@chakra-ui/react";
import type { User } from "firebase/auth";
import { User as UserIcon } from "lucide-react";

/** What a person is called: display name, else e-mail, else 'User'. */
export const userLabel = (user: Pick<User, "displayName" | "email">): string =>
  user.displayName || user.email || "User";

/** The person's picture, or an icon. Decorative: the name stands beside it or in the menu. */
export const UserAvatar = ({ user }: { user: Pick<User, "photoURL"> }) => (
  <Center
    boxSize="26px"
    borderRadius="full"
    bg="bg.muted"
    borderWidth="1px"
    borderColor="border"
    overflow="hidden"
    flexShrink={0}
  >
    {user.photoURL ? (
      <chakra.img
        src={user.photoURL}
        alt=""
        width="100%"
        height="100%"
        objectFit="cover"
        referrerPolicy="no-referrer"
      />
    ) : (
      <Icon boxSize="14px" color="fg.muted" aria-hidden>
        <UserIcon strokeWidth={2.1} />
      </Icon>
    )}
  </Center>
);
