import { chakra, HStack, Icon } from "@chakra-ui/react";
import type { DetectorSeverity } from "@contract/results";
import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from "lucide-react";

type Style = { word: string; color: string };
const styles: Record<DetectorSeverity, Style> = {
  alert: { word: "Alert", color: "alert.fg" },
  warning: { word: "Warning", color: "warning.fg" },
  normal: { word: "Normal", color: "success.fg" },
  inconclusive: { word: "Inconclusive", color: "fg.muted" },
  failed: { word: "Failed", color: "fg.muted" },
};

export const severityWord = (severity: DetectorSeverity): string => styles[severity].word;
/** Icon and name of a severity. */
export const SeverityBadge = ({
  severity,
  size = 13,
}: {
  severity: DetectorSeverity;
  size?: 12 | 13 | 14;
}) => (
  <HStack
    as="span"
    display="inline-flex"
    gap="1.5"
    color={styles[severity].color}
    fontSize={`${size}px`}
    fontWeight="560"
    whiteSpace="nowrap"
  >
    <SeverityIcon severity={severity} />
    {styles[severity].word}
  </HStack>
);

/** Only the icon. Show the severity's name beside it or in a label. */
export function SeverityIcon({ severity, size = 15 }: { severity: DetectorSeverity; size?: number }) {
  if (severity === "alert") return <FilledOctagon size={size} />;
  const Glyph = outlined[severity];
  return <Icon as={Glyph} boxSize={`${size}px`} color={styles[severity].color} />;
}

const outlined = { warning: TriangleAlert, normal: CircleCheck, inconclusive: CircleDashed, failed: CircleX };

/** Filled, so that an alert stands out from anything beside it. */
const FilledOctagon = ({ size }: { size: number }) => (
  <chakra.svg
    width={`${size}px`}
    height={`${size}px`}
    viewBox="0 0 24 24"
    flexShrink={0}
    color="alert.fg"
    aria-hidden
  >
    <path d="M7.9 1.5h8.2l6.4 6.4v8.2l-6.4 6.4H7.9l-6.4-6.4V7.9z" fill="currentColor" />
    <chakra.path d="M12 7v6M12 16.6v.1" stroke="bg.panel" strokeWidth="2.6" strokeLinecap="round" />
  </chakra.svg>
);
