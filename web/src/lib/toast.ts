import { useSyncExternalStore } from "react";
import { errorText } from "./api-error";
import { messages } from "./messages";

type ToastVariant = "default" | "destructive";
export type ToastInput = {
  title: string;
  description?: string;
  variant?: ToastVariant;
  /** A link below the text. */
  link?: { label: string; to: string };
  /** A button, such as Undo; Ctrl Z does the same while the toast is shown. */
  action?: { label: string; onClick: () => void };
  /** Milliseconds until it closes automatically. */
  durationMs?: number;
};
export type Toast = Required<Omit<ToastInput, "description" | "link" | "action">> & {
  id: number;
  link: ToastInput["link"];
  action: ToastInput["action"];
  description: string | undefined;
  isOpen: boolean;
};

export const toasterId = "notifications";

/**
 * The element that a dialog must leave interactive: a click on a toast doesn't count as a click outside the
 * dialog.
 */
export const toasterElement = (): HTMLElement | null => document.getElementById(toasterId);

/** Shows a toast. There is at most one, so a new one replaces the previous one. */
export function toast(input: ToastInput): number {
  const id = ++lastId;
  stopTimers();
  current = {
    id,
    title: input.title,
    description: input.description,
    variant: input.variant ?? "default",
    link: input.link,
    action: input.action,
    durationMs: input.durationMs ?? defaultDurationMs,
    isOpen: true,
  };
  resumeToast();
  publish();
  return id;
}

/** Shows a failure whose reason is known. */
export const toastFailure = (title: string, description?: string, more?: Partial<ToastInput>): number =>
  toast({ title, description, variant: "destructive", ...more });

/** Shows a failure: `title` as the title and the error's sentence (or `areaText`) as the text. */
export const toastError = (error: unknown, title: string = messages.error, areaText?: string): number =>
  toastFailure(title, errorText(error, areaText));

export function dismissToast(): void {
  if (!current?.isOpen) return;
  stopTimers();
  current = { ...current, isOpen: false };
  removeTimer = setTimeout(() => {
    current = null;
    publish();
  }, removeAfterMs);
  publish();
}

/** Keeps a toast open while it is hovered or focused. */
export const pauseToast = (): void => clearTimeout(closeTimer);

export function resumeToast(): void {
  clearTimeout(closeTimer);
  if (current?.isOpen) closeTimer = setTimeout(dismissToast, current.durationMs);
}

export const useToast = (): Toast | null => useSyncExternalStore(subscribe, () => current);

const defaultDurationMs = 5_000;
/** Milliseconds until a dismissed toast is removed. */
const removeAfterMs = 1_000_000;

let lastId = 0;
let current: Toast | null = null;
let closeTimer: ReturnType<typeof setTimeout> | undefined;
let removeTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const publish = () => listeners.forEach((listener) => listener());

function stopTimers(): void {
  clearTimeout(closeTimer);
  clearTimeout(removeTimer);
}

/**
 * Shows a toast when an action ends. Takes the promise of `mutateAsync`, which settles even if the user has
 * left the page that started the action. Callbacks passed to `mutate` are dropped in that case; use them only
 * for things that concern that page, such as navigation.
 * @param done the toast on success, or its title
 * @param failed title of the toast on failure
 * @param failedText text of the toast on failure, instead of the error's own
 */
export const toastOutcome = (
  action: Promise<unknown>,
  done: ToastInput | string,
  failed: string,
  failedText?: string,
): void =>
  void action.then(
    () => toast(typeof done === "string" ? { title: done } : done),
    (error: unknown) =>
      failedText === undefined ? toastError(error, failed) : toastFailure(failed, failedText),
  );
