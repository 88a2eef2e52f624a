import { Box, chakra, Flex, Icon } from "@chakra-ui/react";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { createPortal } from "react-dom";
import { Link } from "react-router-dom";
import { Button, TextButton } from "../ui/button";
import { MessageText } from "./notice";
import { dismissToast, pauseToast, resumeToast, toasterId, useToast, type Toast } from "@/lib/toast";
import { useKeyPress } from "@/lib/use-key-press";
import { touchTarget } from "../ui/text-link";
import { useState, type PointerEvent } from "react";

/**
 * Where toasts appear: bottom right, or at the top in full width on small screens. It is outside the app's
 * element, since an open dialog hides the app from screen readers but spares elements marked like this one.
 */
export function Toaster() {
  const toast = useToast();
  // React's own portal, because the component library's would be added to the landing page's bundle for this
  // alone.
  return createPortal(
    <Box
      id={toasterId}
      data-live-announcer=""
      role="region"
      aria-label="Notifications"
      position="fixed"
      zIndex="toast"
      top={{ base: "0", md: "auto" }}
      bottom={{ base: "auto", md: "0" }}
      insetEnd="0"
      width="100%"
      maxW={{ md: "420px" }}
      p="4"
      pointerEvents="none"
    >
      <Box role="status" aria-live="polite" aria-atomic>
        {toast?.isOpen && <ToastCard key={toast.id} {...toast} />}
      </Box>
    </Box>,
    document.body,
  );
}

type ToastCardProps = Pick<Toast, "title" | "description" | "variant" | "link" | "action">;

function ToastCard({ title, description, variant, link, action }: ToastCardProps) {
  const runAction = () => {
    dismissToast();
    action?.onClick();
  };
  useUndoKey(action ? runAction : null);
  const isDestructive = variant === "destructive";
  const swipe = useSwipeToDismiss(dismissToast);
  const ToastIcon = isDestructive ? CircleAlert : CircleCheck;
  return (
    <Flex
      data-variant={variant}
      gap="3"
      align="flex-start"
      px="4"
      py="3"
      pointerEvents="auto"
      bg={isDestructive ? "alert.subtle" : "bg.panel"}
      borderWidth="1px"
      borderColor={isDestructive ? "alert.border" : "border.emphasized"}
      borderRadius="card"
      boxShadow="float"
      animation="rise-in 160ms ease-out"
      // We handle horizontal swipes; vertical ones still scroll the page.
      touchAction="pan-y"
      transition={swipe.isSwiping ? "none" : "transform 160ms ease-out"}
      style={{ transform: `translateX(${swipe.offsetPx}px)` }}
      {...swipe.handlers}
      onPointerEnter={pauseToast}
      onPointerLeave={resumeToast}
      onFocus={pauseToast}
      onBlur={resumeToast}
      onKeyDown={(event) => event.key === "Escape" && dismissToast()}
    >
      <Icon as={ToastIcon} boxSize="16px" mt="2px" color={isDestructive ? "alert.fg" : "success.fg"} />
      <MessageText title={title}>
        {description}
        {link && (
          <chakra.span
            display="block"
            mt="1"
            color="accent.fg"
            fontWeight="560"
            css={{ "& > a": touchTarget }}
          >
            <Link to={link.to} onClick={dismissToast} style={{ color: "inherit" }}>
              {link.label}
            </Link>
          </chakra.span>
        )}
      </MessageText>
      {action && (
        <TextButton my="-1" onClick={runAction}>
          {action.label}
        </TextButton>
      )}
      <Button variant="ghost" size="xs" px="0" aria-label="Close" onClick={dismissToast} my="-1">
        <X />
      </Button>
    </Flex>
  );
}

/** Calls the function on Ctrl Z or ⌘ Z, except while somebody is typing, when the keys undo typing. */
function useUndoKey(undo: (() => void) | null): void {
  useKeyPress((event) => {
    if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || !undo) return;
    event.preventDefault();
    undo();
  });
}

/** How far a toast has to be dragged sideways to be dismissed on release. */
const thresholdPx = 50;

/**
 * Lets a card be swiped away to the right. It follows the pointer, snaps back if released too early, and
 * calls `onDismiss` if released at 50 px or more. Its buttons and links work as usual.
 */
function useSwipeToDismiss(onDismiss: () => void) {
  const [startX, setStartX] = useState<number | null>(null);
  const [offsetPx, setOffset] = useState(0);
  const stop = () => {
    setStartX(null);
    setOffset(0);
  };
  return {
    offsetPx,
    isSwiping: startX !== null,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button > 0 || (event.target as Element).closest("button, a")) return;
        // Without the capture, the pointer would leave the card behind on a quick swipe.
        event.currentTarget.setPointerCapture?.(event.pointerId);
        setStartX(event.clientX);
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (startX !== null) setOffset(Math.max(0, event.clientX - startX));
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        if (startX !== null && event.clientX - startX >= thresholdPx) onDismiss();
        stop();
      },
      onPointerCancel: stop,
    },
  };
}
