import { Box, Icon } from "@chakra-ui/react";
import { Search } from "lucide-react";
import { useState } from "react";
import { Input } from "./input";
import { Kbd, onlyWithKeyboard } from "./kbd";

type SearchInputProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /**
   * The keyboard shortcut that focuses this field, shown on devices with a keyboard while the field is empty.
   */
  shortcut?: string;
};

/** A search field with an icon. `label` is its placeholder and accessible name. */
export function SearchInput({ label, value, onChange, shortcut }: SearchInputProps) {
  // What is typed wins until the field is left: a value that is kept in the address comes back late on a slow machine.
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value;
  return (
    <Box position="relative" width="100%">
      <Icon
        as={Search}
        position="absolute"
        insetStart="3"
        top="50%"
        transform="translateY(-50%)"
        boxSize="15px"
        color="fg.muted"
        pointerEvents="none"
      />
      <Input
        type="search"
        size="sm"
        ps="8"
        placeholder={label}
        aria-label={label}
        value={text}
        textOverflow="ellipsis"
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          onChange(event.currentTarget.value);
        }}
        onBlur={() => setTyped(null)}
      />
      {shortcut && text === "" && (
        <Kbd
          position="absolute"
          insetEnd="2.5"
          top="50%"
          transform="translateY(-50%)"
          aria-hidden
          css={onlyWithKeyboard}
        >
          {shortcut}
        </Kbd>
      )}
    </Box>
  );
}
