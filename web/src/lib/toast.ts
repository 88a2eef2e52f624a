import { useSyncExternalStore } from "react";
import { errorText } from "./api-error";
import { messages } from "./messages";

export type ToastVariant = "default" | "destructive";
export type ToastInput = {
  title: string;
  description?: string;
  variant?: ToastVariant;
  /** Milliseconds until it closes by itself. */
  durationMs?: number;
};
export type Toast = Required<Omit<ToastInput, "description">> & {
  id: number;
  description: string | undefined;
  isOpen: boolean;
};

/** Shows a toast; there is at most one, so a newer one takes the older one's place. */
export function toast(input: ToastInput): number {
  const id = ++lastId;
  stopTimers();
  current = {
    id,
    title: input.title,
    description: input.description,
    variant: input.variant ?? "default",
    durationMs: input.durationMs ?? defaultDurationMs,
    isOpen: true,
  };
  resumeToast();
  publish();
  return id;
}

/** Shows a failure: the area's message as the title, the normalised sentence as the text. */
export const toastError = (error: unknown, title: string = messages.error, fallback?: string): number =>
  toast({
    title,
    description: error instanceof Error || !fallback ? errorText(error) : fallback,
    variant: "destructive",
  });

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

/** A toast under the pointer or with focus stays. */
export const pauseToast = (): void => clearTimeout(closeTimer);

export function resumeToast(): void {
  clearTimeout(closeTimer);
  if (current?.isOpen) closeTimer = setTimeout(dismissToast, current.durationMs);
}

export const useToast = (): Toast | null => useSyncExternalStore(subscribe, () => current);

const defaultDurationMs = 5_000;
/** How long a dismissed toast is still remembered. */
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
