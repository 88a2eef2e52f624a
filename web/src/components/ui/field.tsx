import { Box, chakra, HStack, Icon, NativeSelect, type BoxProps } from "@chakra-ui/react";
import { ChevronDown, CircleAlert } from "lucide-react";
import { useId, type ComponentProps, type ReactNode } from "react";
import { SmallText } from "@/components/ui/text";
import { Input, Textarea } from "./input";

type FieldProps = {
  label: string;
  help?: ReactNode;
  /** A sentence that says what is wrong with the value. */
  error?: string;
  /** Shows "optional" beside the label; fields are required by default. */
  isOptional?: boolean;
};

/** The attributes that connect a control to its label, help and error. */
type ControlProps = { id: string; "aria-describedby"?: string; "aria-invalid"?: boolean; required: boolean };

/** A field with its label above, and help and error (with an icon) below. */
function Field({
  label,
  help,
  error,
  isOptional = false,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const helpId = `${id}-help`;
  const errorId = `${id}-error`;
  const described = [error && errorId, help && helpId].filter(Boolean).join(" ");
  return (
    <Box>
      <HStack gap="2" mb="1.5">
        <chakra.label htmlFor={id} textStyle="smallStrong">
          {label}
        </chakra.label>
        {isOptional && (
          <chakra.span textStyle="label" color="fg.subtle" fontWeight="400">
            optional
          </chakra.span>
        )}
      </HStack>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
        required: !isOptional,
      })}
      {help && (
        <SmallText id={helpId} color="fg.subtle" mt="1.5">
          {help}
        </SmallText>
      )}
      {error && (
        <HStack
          id={errorId}
          role="alert"
          textStyle="small"
          color="alert.fg"
          mt="1.5"
          gap="1.5"
          align="flex-start"
        >
          <Icon as={CircleAlert} boxSize="14px" mt="2px" strokeWidth={2.1} />
          {error}
        </HStack>
      )}
    </Box>
  );
}

/** What concerns the field, and what its control gets. */
const partsOf = <P extends FieldProps>({ label, help, error, isOptional, ...control }: P) => ({
  field: { label, help, error, isOptional },
  own: control,
});

export function TextField(props: FieldProps & ComponentProps<typeof Input>) {
  const { field, own } = partsOf(props);
  return <Field {...field}>{(control) => <Input {...control} {...own} />}</Field>;
}

export function TextAreaField(props: FieldProps & ComponentProps<typeof Textarea>) {
  const { field, own } = partsOf(props);
  return <Field {...field}>{(control) => <Textarea {...control} {...own} />}</Field>;
}

type SelectOption = { value: string; label: string };
type SelectProps = {
  options: readonly SelectOption[];
  /** A first option that stands for all of them; its value is an empty text. */
  all?: string;
  value: string;
  onChange: (value: string) => void;
  size?: "sm" | "md";
  disabled?: boolean;
  /** How much room it takes; all there is by default. */
  box?: BoxProps;
} & Omit<ComponentProps<typeof NativeSelect.Field>, "onChange" | "value" | "children" | "size">;

export function SelectField(props: FieldProps & SelectProps) {
  const { field, own } = partsOf(props);
  return <Field {...field}>{(control) => <Select {...control} {...own} />}</Field>;
}

/** A native select in the app's style. */
export function Select({ options, all, value, onChange, size = "md", disabled, box, ...rest }: SelectProps) {
  return (
    <NativeSelect.Root size={size} disabled={disabled} {...box}>
      <NativeSelect.Field value={value} onChange={(event) => onChange(event.currentTarget.value)} {...rest}>
        {all !== undefined && <option value="">{all}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator>
        <ChevronDown />
      </NativeSelect.Indicator>
    </NativeSelect.Root>
  );
}
