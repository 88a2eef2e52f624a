import { Center, chakra, Icon } from "@chakra-ui/react";
import type { User } from "firebase/auth";
import { User as UserIcon } from "lucide-react";

/** The user's picture, or an icon. Decorative: the name is shown next to it or in the menu. */
export const UserAvatar = ({ user }: { user: Pick<User, "photoURL"> }) => (
  <Center boxSize="26px" borderRadius="full" bg="bg.muted" borderWidth="1px" overflow="hidden" flexShrink={0}>
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
      <Icon as={UserIcon} boxSize="14px" color="fg.muted" strokeWidth={2.1} />
    )}
  </Center>
);
