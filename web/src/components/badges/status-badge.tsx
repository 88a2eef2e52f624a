import { chakra } from "@chakra-ui/react";
import {
  Archive,
  Ban,
  Check,
  CirclePlay,
  CircleSlash2,
  Clock,
  LoaderCircle,
  Pause,
  X,
  type LucideIcon,
} from "lucide-react";
import { Badge } from "./badge";

type Tone = "quiet" | "muted" | "accent" | "alert" | "warning";
type BadgeStyle = { word: string; icon: LucideIcon; tone: Tone };

const pending: BadgeStyle = { word: "Pending", icon: Clock, tone: "muted" };
const failed: BadgeStyle = { word: "Failed", icon: X, tone: "alert" };
const runLooks: Readonly<Record<string, BadgeStyle>> = {
  pending,
  running: { word: "Running", icon: LoaderCircle, tone: "accent" },
  completed: { word: "Completed", icon: Check, tone: "quiet" },
  partial: { word: "Partial", icon: CircleSlash2, tone: "warning" },
  failed,
  cancelled: { word: "Cancelled", icon: Ban, tone: "muted" },
};
const connectionLooks: Readonly<Record<string, BadgeStyle>> = {
  pending,
  verified: { word: "Connected", icon: Check, tone: "quiet" },
  failed,
};
const archived: BadgeStyle = { word: "Archived", icon: Archive, tone: "muted" };
const setupLooks: Readonly<Record<string, BadgeStyle>> = {
  active: { word: "Active", icon: CirclePlay, tone: "quiet" },
  paused: { word: "Paused", icon: Pause, tone: "muted" },
};

/** A status that this release does not know is shown as pending. */
export const RunStatusBadge = ({ status }: { status: string }) => (
  <StatusBadge look={known(runLooks, status, pending)} isSpinning={status === "running"} />
);
/** A status that this release does not know is shown as pending. */
export const ConnectionStatusBadge = ({ status }: { status: string }) => (
  <StatusBadge look={known(connectionLooks, status, pending)} />
);
/** A status that this release does not know is shown as archived. */
export const SetupStatusBadge = ({ status }: { status: string }) => (
  <StatusBadge look={known(setupLooks, status, archived)} />
);

const known = (
  looks: Readonly<Record<string, BadgeStyle>>,
  status: string,
  fallback: BadgeStyle,
): BadgeStyle => (Object.hasOwn(looks, status) ? (looks[status] ?? fallback) : fallback);

const StatusBadge = ({ look, isSpinning = false }: { look: BadgeStyle; isSpinning?: boolean }) => (
  <Badge tone={look.tone}>
    <chakra.span
      display="inline-flex"
      animation={isSpinning ? "spin 1s linear infinite" : undefined}
      aria-hidden
    >
      <look.icon size={13} strokeWidth={2.1} />
    </chakra.span>
    {look.word}
  </Badge>
);
