import { Box, chakra, Grid, Icon } from "@chakra-ui/react";
import type { LucideIcon } from "lucide-react";
import { useId } from "react";
import { SmallText } from "@/components/ui/text";

type RadioCardsProps<V extends string | number> = {
  /** Shown above the group. */
  label: string;
  options: readonly { value: V; label: string; help: string; icon?: LucideIcon }[];
  value: V;
  onChange: (value: V) => void;
  /** Groups with the same name are one choice. */
  name?: string;
  /** Two side by side where there is room, with an icon in place of the button. */
  areTiles?: boolean;
};

/** Radio buttons in boxes, each with a line of text. */
export function RadioCards<V extends string | number>({
  label,
  options,
  value,
  onChange,
  name,
  areTiles = false,
}: RadioCardsProps<V>) {
  const id = useId();
  return (
    <Grid
      role="radiogroup"
      aria-labelledby={id}
      gap="2"
      templateColumns={areTiles ? { sm: "repeat(2, minmax(0, 1fr))" } : undefined}
    >
      <Box id={id} gridColumn="1 / -1" textStyle="smallStrong">
        {label}
      </Box>
      {options.map((option) => (
        <Choice key={option.value}>
          <chakra.input
            type="radio"
            name={name ?? id}
            {...(areTiles ? hidden : { mt: "1", flexShrink: 0, alignSelf: "flex-start" })}
            accentColor="accent.solid"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-describedby={`${id}-${option.value}`}
            aria-label={option.label}
          />
          {option.icon && <Icon as={option.icon} boxSize="16px" mt="0.5" color="fg.muted" />}
          <Box minW="0">
            <Box textStyle="smallStrong">{option.label}</Box>
            <SmallText id={`${id}-${option.value}`}>{option.help}</SmallText>
          </Box>
        </Choice>
      ))}
    </Grid>
  );
}

const hidden = {
  position: "absolute",
  inset: "0",
  m: "0",
  w: "100%",
  opacity: 0,
  cursor: "inherit",
} as const;

const Choice = chakra("label", {
  base: {
    position: "relative",
    display: "flex",
    gap: "3",
    p: "3",
    cursor: "pointer",
    borderWidth: "1px",
    borderRadius: "control",
    "&:has(input:checked)": { bg: "accent.subtle", borderColor: "accent.border" },
    "&:has(input:focus-visible)": { outline: "2px solid {colors.accent.focusRing}", outlineOffset: "2px" },
  },
});
