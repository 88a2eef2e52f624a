import { useState } from "react";
import { Input } from "@/components/ui/input";
import { clampThreshold } from "../clamp-threshold";

type ThresholdInputProps = { label: string; value: number; onChange: (value: number) => void };

/** A percentage from 1 to 100. Clamped on blur, because clamping while typing would swallow digits. */
export function ThresholdInput({ label, value, onChange }: ThresholdInputProps) {
  const [text, setText] = useState<string | null>(null);
  const commit = () => {
    if (text !== null) onChange(clampThreshold(text));
    setText(null);
  };
  return (
    <>
      Threshold
      <Input
        type="number"
        inputMode="numeric"
        min={1}
        max={100}
        aria-label={label}
        size="xs"
        width="52px"
        flexShrink={0}
        value={text ?? value}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === "Enter" && commit()}
      />
      %
    </>
  );
}
