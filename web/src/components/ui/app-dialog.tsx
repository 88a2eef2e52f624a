import { Dialog, Portal } from "@chakra-ui/react";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./icon-button";
import { toasterElement } from "@/lib/toast";

type AppDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** Left out in confirmations. */
  children?: ReactNode;
  footer: ReactNode;
  /** `sm` is 440 px wide, `md` 640. */
  size?: "sm" | "md";
  /** `alertdialog` for questions that must be answered. */
  role?: "dialog" | "alertdialog";
  /** A click outside would lose what is typed, so it doesn't close a form. */
  isForm?: boolean;
};

/** A modal dialog: title, text, body, footer. Escape and a click outside close it. */
export const AppDialog = ({
  isOpen,
  onClose,
  title,
  description,
  children,
  footer,
  size = "md",
  role = "dialog",
  isForm = false,
}: AppDialogProps) => (
  <Dialog.Root
    open={isOpen}
    onOpenChange={({ open }) => !open && onClose()}
    size={size}
    role={role}
    closeOnInteractOutside={!isForm}
    persistentElements={[toasterElement]}
    lazyMount
    unmountOnExit
  >
    <Portal>
      <Dialog.Backdrop />
      <Dialog.Positioner>
        <Dialog.Content>
          <Dialog.Header>
            <Dialog.Title>{title}</Dialog.Title>
            {description && <Dialog.Description>{description}</Dialog.Description>}
          </Dialog.Header>
          {children && <Dialog.Body>{children}</Dialog.Body>}
          <Dialog.Footer>{footer}</Dialog.Footer>
          {role === "dialog" && (
            <Dialog.CloseTrigger asChild>
              <IconButton label="Close" onClick={onClose} icon={<X />} />
            </Dialog.CloseTrigger>
          )}
        </Dialog.Content>
      </Dialog.Positioner>
    </Portal>
  </Dialog.Root>
);
