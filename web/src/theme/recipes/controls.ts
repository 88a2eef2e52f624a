import { defineRecipe, defineSlotRecipe } from "@chakra-ui/react";

const control = {
  width: "100%",
  minWidth: "0",
  bg: "bg.panel",
  color: "fg",
  borderWidth: "1px",
  borderColor: "border.control",
  borderRadius: "control",
  fontSize: "14px",
  lineHeight: "20px",
  transitionProperty: "border-color, box-shadow",
  transitionDuration: "120ms",
  outline: "0",
  _placeholder: { color: "fg.subtle", opacity: 1 },
  _focusVisible: {
    borderColor: "accent.focusRing",
    boxShadow: "0 0 0 1px {colors.accent.focusRing}, 0 0 0 4px {colors.accent.muted}",
  },
  _disabled: { bg: "bg.muted", color: "fg.subtle", cursor: "not-allowed" },
  _invalid: { borderColor: "alert.fg" },
};

export const inputRecipe = defineRecipe({
  className: "pl-input",
  base: control,
  variants: {
    size: {
      xs: { h: { base: "36px", sm: "28px" }, px: "2", fontSize: "13px" },
      sm: { h: { base: "40px", sm: "32px" }, px: "3", fontSize: { base: "16px", sm: "13px" } },
      md: { h: { base: "40px", sm: "36px" }, px: "3", fontSize: { base: "16px", sm: "14px" } },
    },
  },
  defaultVariants: { size: "md" },
});

export const textareaRecipe = defineRecipe({
  className: "pl-textarea",
  base: { ...control, px: "3", py: "2", minH: "72px", resize: "vertical" },
});

export const nativeSelectSlotRecipe = defineSlotRecipe({
  className: "pl-select",
  slots: ["root", "field", "indicator"],
  base: {
    root: { position: "relative", display: "flex", width: "100%" },
    field: { ...control, appearance: "none", ps: "3", pe: "8", cursor: "pointer", textOverflow: "ellipsis" },
    indicator: {
      position: "absolute",
      insetEnd: "2.5",
      top: "50%",
      transform: "translateY(-50%)",
      pointerEvents: "none",
      color: "fg.muted",
      display: "inline-flex",
      _icon: { boxSize: "16px" },
    },
  },
  variants: {
    size: {
      sm: { field: { h: { base: "40px", sm: "32px" }, fontSize: { base: "16px", sm: "13px" } } },
      md: { field: { h: { base: "40px", sm: "36px" }, fontSize: { base: "16px", sm: "14px" } } },
    },
  },
  defaultVariants: { size: "md" },
});

/** A native checkbox that looks like a switch. */
export const switchRecipe = defineRecipe({
  className: "pl-switch",
  base: {
    appearance: "none",
    flexShrink: "0",
    margin: "0",
    width: "30px",
    height: "18px",
    borderRadius: "full",
    borderWidth: "1px",
    borderColor: "border.control",
    bg: "bg.emphasized",
    position: "relative",
    cursor: "pointer",
    transitionProperty: "background, border-color",
    transitionDuration: "120ms",
    focusVisibleRing: "outside",
    _before: {
      content: '""',
      position: "absolute",
      top: "2px",
      left: "2px",
      width: "12px",
      height: "12px",
      borderRadius: "full",
      bg: "border.control",
      transition: "transform 120ms",
    },
    _checked: {
      bg: "accent.mark",
      borderColor: "accent.mark",
      _before: { transform: "translateX(12px)", bg: "#ffffff" },
    },
    _disabled: { cursor: "not-allowed", opacity: 0.55 },
    /* A 36 px target around an 18 px control. */
    _after: { content: '""', position: "absolute", inset: "-10px -6px" },
  },
});

/** A native checkbox. The tick is a mask, so it takes the theme's color. */
export const checkboxRecipe = defineRecipe({
  className: "pl-checkbox",
  base: {
    appearance: "none",
    flexShrink: "0",
    margin: "0",
    width: "18px",
    height: "18px",
    borderRadius: "badge",
    borderWidth: "1px",
    borderColor: "border.control",
    bg: "bg.panel",
    position: "relative",
    cursor: "pointer",
    focusVisibleRing: "outside",
    _checked: {
      bg: "accent.solid",
      borderColor: "accent.solid",
      _before: {
        content: '""',
        position: "absolute",
        left: "5px",
        top: "1.5px",
        width: "6px",
        height: "10px",
        borderColor: "accent.contrast",
        borderStyle: "solid",
        borderWidth: "0 1.5px 1.5px 0",
        transform: "rotate(45deg)",
      },
    },
    /* Some, but not all, of the items it controls are selected. */
    "&:indeterminate": {
      bg: "accent.solid",
      borderColor: "accent.solid",
      _before: {
        content: '""',
        position: "absolute",
        insetInline: "3px",
        top: "7px",
        height: "1.5px",
        bg: "accent.contrast",
      },
    },
    _disabled: { cursor: "not-allowed", opacity: 0.55 },
    _after: { content: '""', position: "absolute", inset: "-10px" },
  },
});

/** Radio buttons side by side, for 2 to 4 choices. */
export const segmentedControlRecipe = defineSlotRecipe({
  className: "pl-segments",
  slots: ["root", "item", "input"],
  base: {
    root: {
      display: "inline-flex",
      borderWidth: "1px",
      borderColor: "border.emphasized",
      borderRadius: "control",
      bg: "bg.panel",
      padding: "0",
      margin: "0",
      minWidth: "0",
    },
    item: {
      position: "relative",
      display: "inline-flex",
      alignItems: "center",
      justifyContent: "center",
      flex: "1 1 auto",
      cursor: "pointer",
      color: "fg.muted",
      whiteSpace: "nowrap",
      fontWeight: "450",
      borderInlineStartWidth: "1px",
      _first: { borderInlineStartWidth: "0", borderStartRadius: "5px" },
      _last: { borderEndRadius: "5px" },
      _hover: { color: "fg" },
      "&:has(:checked)": {
        bg: "accent.subtle",
        color: "accent.fg",
        fontWeight: "600",
        boxShadow: "0 0 0 1px {colors.accent.border}",
        zIndex: 1,
      },
      "&:has(:focus-visible)": {
        outline: "2px solid {colors.accent.focusRing}",
        outlineOffset: "2px",
        zIndex: 2,
      },
      "&:has(:disabled)": { cursor: "not-allowed", color: "fg.subtle" },
    },
    input: { position: "absolute", inset: "0", opacity: 0, cursor: "inherit", margin: "0", width: "100%" },
  },
  variants: {
    size: {
      xs: { item: { h: { base: "36px", sm: "28px" }, px: "2.5", fontSize: "13px" } },
      sm: { item: { h: { base: "40px", sm: "32px" }, px: "3", fontSize: "13px" } },
    },
  },
  defaultVariants: { size: "xs" },
});
