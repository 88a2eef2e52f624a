import { Box, Icon } from "@chakra-ui/react";
import { Search } from "lucide-react";
import { Input } from "./input";

type SearchInputProps = { label: string; value: string; onChange: (value: string) => void };

/** A search field with its icon; `label` is its placeholder and name. */
export const SearchInput = ({ label, value, onChange }: SearchInputProps) => (
  <Box position="relative" width="100%">
    <Icon
      position="absolute"
      insetStart="3"
      top="50%"
      transform="translateY(-50%)"
      boxSize="15px"
      color="fg.muted"
      pointerEvents="none"
      aria-hidden
    >
      <Search strokeWidth={1.75} />
    </Icon>
    <Input
      type="search"
      size="sm"
      ps="8"
      placeholder={label}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </Box>
);
