import { chakra, Flex } from "@chakra-ui/react";
import { Kbd, onlyWithKeyboard } from "@/components/ui/kbd";

const moving = [
  [["j", "k"], "move"],
  [["Enter"], "open"],
] as const;
const changing = [
  [["x"], "select"],
  [["a"], "acknowledge"],
  [["i"], "assign"],
  [["m"], "mute"],
  [["e"], "close"],
] as const;

/** The most used shortcuts in one line. Hidden on devices without a keyboard. */
export const KeyHints = ({ canChange, onShowAll }: { canChange: boolean; onShowAll: () => void }) => (
  <Flex
    mt="4"
    columnGap="4"
    rowGap="1"
    wrap="wrap"
    align="center"
    textStyle="caption"
    color="fg.muted"
    css={onlyWithKeyboard}
  >
    {[...moving, ...(canChange ? changing : [])].map(([keys, does]) => (
      <span key={does}>
        {keys.map((key) => (
          <Kbd key={key} me="1">
            {key}
          </Kbd>
        ))}{" "}
        {does}
      </span>
    ))}
    <AllShortcuts onClick={onShowAll}>
      <Kbd me="1" aria-hidden>
        ?
      </Kbd>{" "}
      all shortcuts
    </AllShortcuts>
  </Flex>
);

const AllShortcuts = chakra(
  "button",
  {
    base: { cursor: "pointer", borderRadius: "badge", focusVisibleRing: "outside", _hover: { color: "fg" } },
  },
  { defaultProps: { type: "button" } },
);
