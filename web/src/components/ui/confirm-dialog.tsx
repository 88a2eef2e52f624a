import type { ReactNode } from "react";
import { AppDialog } from "./app-dialog";
import { Button } from "./button";

type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  /** The question, including what cannot be undone. */
  text: string;
  /** The verb: "Delete Setup". */
  confirmLabel: string;
  /** Red unless confirming is harmless. */
  confirmVariant?: "danger" | "solid";
  /** Label of the button that changes nothing. */
  cancelLabel?: string;
  onConfirm: () => void;
  onClose: () => void;
  /** An additional choice below the question. */
  children?: ReactNode;
};

/** Asks for confirmation before something that cannot be undone or costs money. Either answer closes it. */
export const ConfirmDialog = ({
  isOpen,
  title,
  text,
  confirmLabel,
  confirmVariant = "danger",
  cancelLabel = "Cancel",
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) => (
  <AppDialog
    isOpen={isOpen}
    onClose={onClose}
    title={title}
    description={text}
    size="sm"
    role="alertdialog"
    footer={
      <>
        <Button onClick={onClose}>{cancelLabel}</Button>
        <Button
          variant={confirmVariant}
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirmLabel}
        </Button>
      </>
    }
  >
    {children}
  </AppDialog>
);
