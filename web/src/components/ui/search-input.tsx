import { Box, Icon } from "@chakra-ui/react";
import { Search } from "lucide-react";
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
export const SearchInput = ({ label, value, onChange, shortcut }: SearchInputProps) => (
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
      aria-hidden
      strokeWidth={1.75}
    />
    <Input
      type="search"
      size="sm"
      ps="8"
      placeholder={label}
      aria-label={label}
      value={value}
      textOverflow="ellipsis"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
    {shortcut && value === "" && (
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
