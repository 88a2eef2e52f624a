import { chakra, Flex } from "@chakra-ui/react";
import { Kbd, onlyWithKeyboard } from "@/components/ui/kbd";

type KeyHintsProps = { hints: readonly (readonly [keys: string, does: string])[]; onShowAll: () => void };

/** The most used shortcuts in one line. Hidden on devices without a keyboard. */
export const KeyHints = ({ hints, onShowAll }: KeyHintsProps) => (
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
    {hints.map(([keys, does]) => (
      <span key={does}>
        {keys.split(" ").map((key) => (
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
