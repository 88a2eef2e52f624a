import { Box, Stack } from "@chakra-ui/react";
import { useId, type FormEvent, type ReactNode } from "react";
import { AppDialog } from "./app-dialog";
import { Button } from "./button";

type FormDialogProps = {
  title: string;
  description?: ReactNode;
  submitLabel: string;
  /** False while something is missing, or while the form is being sent. */
  canSubmit: boolean;
  variant?: "solid" | "danger";
  size?: "sm" | "md";
  /** Shown at the start of the footer. */
  aside?: ReactNode;
  /** Leads back to the step before, in place of Cancel. */
  onBack?: (() => void) | undefined;
  /** Replaces the submit button when there is nothing to send. */
  instead?: ReactNode;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
};

/** A small dialog with a form, a Cancel button and a submit button. */
export function FormDialog({
  title,
  description,
  submitLabel,
  canSubmit,
  variant = "solid",
  size = "sm",
  aside,
  onBack,
  instead,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSubmit) void onSubmit();
  };
  return (
    <AppDialog
      isOpen
      isForm
      onClose={onClose}
      size={size}
      title={title}
      description={description}
      footer={
        <>
          {aside && (
            <Box me="auto" flexBasis={{ base: "100%", sm: "auto" }}>
              {aside}
            </Box>
          )}
          <Button onClick={onBack ?? onClose}>{onBack ? "Back" : "Cancel"}</Button>
          {instead || (
            <Button type="submit" form={formId} variant={variant} disabled={!canSubmit}>
              {submitLabel}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Stack gap="4">{children}</Stack>
      </form>
    </AppDialog>
  );
}
