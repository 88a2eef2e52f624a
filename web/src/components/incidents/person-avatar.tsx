import { Center } from "@chakra-ui/react";
import { UserRound } from "lucide-react";

/** The assignee's initials, or a dashed circle for nobody. The name is shown beside it or as its tooltip. */
export const PersonAvatar = ({ name, title }: { name: string | null; title?: string }) => (
  <Center
    boxSize="24px"
    flexShrink={0}
    borderRadius="full"
    borderWidth="1px"
    borderStyle={name === null ? "dashed" : "solid"}
    borderColor={name === null ? "fg.subtle" : "border"}
    bg={name === null ? "transparent" : "bg.muted"}
    color="fg.muted"
    fontSize="10px"
    fontWeight="560"
    title={title ?? (name === null ? "Not assigned" : `Assigned to ${name}`)}
    aria-hidden
  >
    {name === null ? <UserRound size={12} /> : initialsOf(name)}
  </Center>
);

/** "AT" for "Ana Torres", "A" for "ana". */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const chosen = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return chosen
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x20))
    .join("")
    .trim()
    .toUpperCase();
}
