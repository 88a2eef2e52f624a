import type { DetectorIcon } from "@contract/detectors/descriptor";
import {
  Activity,
  ChartColumn,
  CircleOff,
  type LucideIcon,
  SquareDashed,
  Unplug,
  UserPlus,
  UserSearch,
  Users,
  UserX,
} from "lucide-react";

/** The icon component for each icon name that a detector's descriptor may use. */
export const detectorIcons: Readonly<Record<DetectorIcon, LucideIcon>> = {
  activity: Activity,
  "circle-off": CircleOff,
  unplug: Unplug,
  "square-dashed": SquareDashed,
  "chart-column": ChartColumn,
  "user-x": UserX,
  "user-search": UserSearch,
  users: Users,
  "user-plus": UserPlus,
};
