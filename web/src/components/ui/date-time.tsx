import { chakra } from "@chakra-ui/react";
import { browserTimeZone, formatDateTime, formatDateTimeIn } from "@/lib/format";

type DateTimeProps = {
  at: string;
  /** The browser's, unless the page is the same for everybody. */
  timeZone?: string | undefined;
};

/** 'Nov 21, 2026, 09:05 AM'; its zone is shown on hover. */
export const DateTime = ({ at, timeZone = browserTimeZone() }: DateTimeProps) => (
  <time dateTime={at} title={`Times in ${timeZone}`}>
    {formatDateTimeIn(timeZone, at)}
  </time>
);

/** The same in a schedule's zone. If clocks differ there, the zone and the reader's own time are beside it. */
export function DateTimeIn({ at, timeZone }: { at: string; timeZone: string }) {
  const there = formatDateTimeIn(timeZone, at);
  if (there === formatDateTime(at)) return <DateTime at={at} />;
  return (
    <time dateTime={at}>
      {there} {timeZone} <chakra.span color="fg.muted">({formatDateTime(at)} your time)</chakra.span>
    </time>
  );
}
