import { Box, chakra, Flex } from "@chakra-ui/react";
import { useId, type ReactNode } from "react";
import { SmallText } from "@/components/ui/text";

type PriceRadioProps<V extends string> = {
  /** Name of the group, for screen readers. */
  label: string;
  value: V;
  options: readonly {
    value: V;
    label: string;
    /** What one gets, or why it can't be chosen. */
    help: ReactNode;
    /** Null while unknown. */
    price: { amount: string; note: string } | null;
    isDisabled?: boolean;
  }[];
  onChange: (value: V) => void;
};

/** Radio buttons in rows, each with what it costs. */
export function PriceRadio<V extends string>({ label, value, options, onChange }: PriceRadioProps<V>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label}>
      {options.map((option) => {
        const id = `${name}-${option.value}`;
        return (
          <Row key={option.value} data-disabled={option.isDisabled || undefined}>
            <chakra.input
              type="radio"
              name={name}
              value={option.value}
              mt="1"
              flexShrink={0}
              accentColor="accent.solid"
              checked={option.value === value}
              disabled={option.isDisabled}
              onChange={() => onChange(option.value)}
              aria-label={option.label}
              aria-describedby={`${id}-help ${id}-price`}
            />
            <Flex flex="1" minW="0" gap={{ base: "1", sm: "4" }} direction={{ base: "column", sm: "row" }}>
              <Box flex="1" minW="0">
                <Box textStyle="smallStrong">{option.label}</Box>
                <SmallText id={`${id}-help`}>{option.help}</SmallText>
              </Box>
              <Flex
                id={`${id}-price`}
                direction={{ base: "row", sm: "column" }}
                columnGap="2"
                textAlign={{ sm: "end" }}
                textStyle="small"
              >
                {option.price && (
                  <>
                    <Box textStyle="smallStrong">{option.price.amount}</Box>
                    <Box color="fg.muted">{option.price.note}</Box>
                  </>
                )}
              </Flex>
            </Flex>
          </Row>
        );
      })}
    </div>
  );
}

const Row = chakra("label", {
  base: {
    display: "flex",
    alignItems: "flex-start",
    gap: "3",
    px: { base: "4", sm: "5" },
    py: "2.5",
    cursor: "pointer",
    "& + &": { borderTopWidth: "1px" },
    "&:has(input:checked)": { bg: "accent.subtle" },
    "&[data-disabled]": { cursor: "not-allowed", color: "fg.subtle" },
  },
});
