import type { ReactNode } from "react";
import { formatDate } from "@/lib/format";
import { usersText, type UsedName } from "@contract/integrations/project-context";
import type { FindUse } from "@/lib/find-use";
import type { Toggle } from "./changes";

type ExcludeRowProps = {
  item: { id: string; isExcluded: boolean };
  name: string;
  /** The event a property belongs to; part of the switch's accessible name. */
  context?: string;
  /** Who uses it, as text; empty while unknown. */
  note?: string;
  /** Undefined if the list has no such column. */
  lastDetectedAt?: string | null;
  /** Events per day, as text; empty for properties. Undefined if the list has no such column. */
  volume?: string;
  isChecked: boolean;
  isChanged: boolean;
  isDisabled: boolean;
  onToggle: Toggle;
  className?: string;
  /** The button that expands the row, if it has children. */
  expander?: { isOpen: boolean; controls: string; onClick: () => void; note: string; icon: ReactNode };
};

/** Name, volume, last detected, exclude switch. Styled by the card's `listCss`. */
export function ExcludeRow({
  item,
  name,
  context,
  note = "",
  lastDetectedAt,
  volume,
  isChecked,
  isChanged,
  isDisabled,
  onToggle,
  className = "",
  expander,
}: ExcludeRowProps) {
  const label = (
    <span className="text" title={name}>
      {name}
    </span>
  );
  return (
    <div className={`row ${className} ${isChecked ? "is-off" : ""}`}>
      <span className="name">
        {expander ? (
          <button
            type="button"
            className="toggle"
            aria-expanded={expander.isOpen}
            aria-controls={expander.isOpen ? expander.controls : undefined}
            onClick={expander.onClick}
          >
            {expander.icon}
            {label}
            {isChanged && <span className="changed">Changed</span>}
            <span className="count">{expander.note}</span>
          </button>
        ) : (
          <>
            {label}
            {isChanged && <span className="changed">Changed</span>}
            {note && <span className="count">{note}</span>}
          </>
        )}
      </span>
      {volume !== undefined && <span className="volume">{volume}</span>}
      {lastDetectedAt !== undefined && (
        <span className="date">{lastDetectedAt ? formatDate(lastDetectedAt) : "Never"}</span>
      )}
      <input
        type="checkbox"
        role="switch"
        className="switch"
        aria-label={`Exclude ${name}${context ? ` on ${context}` : ""}`}
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onToggle(item, event.currentTarget.checked)}
      />
    </div>
  );
}

/** "used by 2 dashboards", "unused" if nobody does; empty while unknown. */
export function noteOfUse(findUse: FindUse, name: UsedName): string {
  const use = findUse(name);
  if (use) return `used by ${usersText(use)}`;
  return findUse.isComplete ? "unused" : "";
}
