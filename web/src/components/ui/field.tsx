import { Box, chakra, HStack, Icon, NativeSelect } from "@chakra-ui/react";
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
          <Icon as={CircleAlert} boxSize="14px" mt="2px" aria-hidden strokeWidth={2.1} />
          {error}
        </HStack>
      )}
    </Box>
  );
}

export const TextField = ({
  label,
  help,
  error,
  isOptional,
  ...rest
}: FieldProps & ComponentProps<typeof Input>) => (
  <Field label={label} help={help} error={error} isOptional={isOptional}>
    {(control) => <Input {...control} {...rest} />}
  </Field>
);

export const TextAreaField = ({
  label,
  help,
  error,
  isOptional,
  ...rest
}: FieldProps & ComponentProps<typeof Textarea>) => (
  <Field label={label} help={help} error={error} isOptional={isOptional}>
    {(control) => <Textarea {...control} {...rest} />}
  </Field>
);

type SelectOption = { value: string; label: string };
type SelectProps = {
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
  size?: "sm" | "md";
  disabled?: boolean;
} & Omit<ComponentProps<typeof NativeSelect.Field>, "onChange" | "value" | "children" | "size">;

export const SelectField = ({ label, help, error, isOptional, ...rest }: FieldProps & SelectProps) => (
  <Field label={label} help={help} error={error} isOptional={isOptional}>
    {(control) => <Select {...control} {...rest} />}
  </Field>
);

/** A native select in the app's style. */
export const Select = ({ options, value, onChange, size = "md", disabled, ...rest }: SelectProps) => (
  <NativeSelect.Root size={size} disabled={disabled}>
    <NativeSelect.Field value={value} onChange={(event) => onChange(event.currentTarget.value)} {...rest}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect.Field>
    <NativeSelect.Indicator>
      <ChevronDown strokeWidth={1.75} />
    </NativeSelect.Indicator>
  </NativeSelect.Root>
);
