import { defineRecipe } from "@chakra-ui/react";

/** Buttons are taller below the `sm` breakpoint so that no touch target is under 36 px. */
const size = (
  small: string,
  wide: string,
  px: string | object,
  fontSize: string,
  gap: string | object = { base: "1", sm: "1.5" },
) => ({
  h: { base: small, sm: wide },
  minW: { base: small, sm: wide },
  px,
  fontSize,
  gap,
  _icon: { boxSize: "16px" },
});

export const buttonRecipe = defineRecipe({
  className: "pl-button",
  base: {
    _print: { display: "none" },
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    flexShrink: "0",
    userSelect: "none",
    whiteSpace: "nowrap",
    verticalAlign: "middle",
    borderRadius: "control",
    borderWidth: "1px",
    borderColor: "transparent",
    cursor: "pointer",
    lineHeight: "1.2",
    fontWeight: "540",
    letterSpacing: "-0.003em",
    textDecoration: "none",
    transitionProperty: "background, border-color, color",
    transitionDuration: "120ms",
    focusVisibleRing: "outside",
    _disabled: {
      cursor: "not-allowed",
      bg: "bg.muted",
      color: "fg.subtle",
      borderColor: "border",
      _hover: { bg: "bg.muted" },
    },
  },
  variants: {
    variant: {
      solid: {
        bg: "accent.solid",
        color: "accent.contrast",
        fontWeight: "560",
        _hover: { bg: "accent.solidHover" },
      },
      outline: {
        bg: "bg.panel",
        color: "fg",
        borderColor: "border.emphasized",
        _hover: { bg: "bg.muted" },
        _active: { bg: "bg.emphasized" },
      },
      ghost: {
        bg: "transparent",
        color: "fg.muted",
        _hover: { bg: "bg.muted", color: "fg" },
        _disabled: { bg: "transparent", borderColor: "transparent" },
      },
      danger: { bg: "alert.solid", color: "alert.contrast", _hover: { bg: "alert.fg" } },
      link: {
        borderWidth: "0",
        bg: "transparent",
        color: "accent.fg",
        fontWeight: "560",
        _hover: { textDecoration: "underline", textUnderlineOffset: "3px" },
        _disabled: { bg: "transparent" },
      },
    },
    size: {
      xs: size("36px", "28px", { base: "8px", sm: "10px" }, "13px"),
      sm: size("40px", "32px", "12px", "13px"),
      md: size("40px", "36px", "14px", "14px"),
      lg: size("44px", "44px", "18px", "15px", "2"),
    },
  },
  compoundVariants: [{ variant: "link", css: { px: "0", minW: "0" } }],
  defaultVariants: { variant: "outline", size: "sm" },
});
