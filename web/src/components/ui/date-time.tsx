import { browserTimeZone, formatDateTime } from "@/lib/format";

/** 'Nov 21, 2026, 09:05 AM' in the browser's zone, which is shown on hover. */
export const DateTime = ({ at }: { at: string }) => (
  <time dateTime={at} title={`Times in ${browserTimeZone()}`}>
    {formatDateTime(at)}
  </time>
);
