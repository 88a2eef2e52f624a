import { chakra, useSlotRecipe } from "@chakra-ui/react";
import { useId, type ReactNode } from "react";

type SegmentedControlProps<V extends string | number> = {
  /** Name of the group, for screen readers. */
  label: string;
  value: V;
  options: readonly { value: V; label: ReactNode }[];
  onChange: (value: V) => void;
  size?: "xs" | "sm";
};

/** Radio buttons side by side, for 2 to 4 choices. */
export function SegmentedControl<V extends string | number>({
  label,
  value,
  options,
  onChange,
  size = "xs",
}: SegmentedControlProps<V>) {
  const name = useId();
  const styles = useSlotRecipe({ key: "segmentedControl" })({ size });
  return (
    <chakra.fieldset css={styles.root} aria-label={label} role="radiogroup">
      {options.map((option) => (
        <chakra.label key={option.value} css={styles.item}>
          <chakra.input
            css={styles.input}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </chakra.label>
      ))}
    </chakra.fieldset>
  );
}
