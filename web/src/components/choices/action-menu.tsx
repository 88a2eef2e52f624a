import { Box, chakra, Icon, Menu } from "@chakra-ui/react";
import { ChevronDown, Ellipsis } from "lucide-react";
import { Fragment, useRef, useState, type ReactElement } from "react";
import { Button } from "@/components/ui/button";
import { Kbd, onlyWithKeyboard } from "@/components/ui/kbd";
import { Caption } from "@/components/ui/text";

export type MenuChoice = { value: string; label: string; help?: string; startsGroup?: boolean };

type ActionMenuProps = Omit<ChoicesProps, "trigger" | "placement"> & {
  /** What `openActionMenu` finds it by, such as "Mute". */
  name: string;
  label: string;
  /** The key that opens it, shown in the button. */
  shortcut?: string | undefined;
  isDisabled: boolean;
};

/** A button with a menu that works with mouse, arrow keys and number keys. */
export const ActionMenu = ({ name, label, shortcut, isDisabled, ...rest }: ActionMenuProps) => (
  <Choices
    {...rest}
    placement="bottom-start"
    trigger={
      <Button variant="outline" disabled={isDisabled} data-action-menu={name}>
        {label}
        {shortcut && <ButtonKey>{shortcut}</ButtonKey>}
        <Icon as={ChevronDown} hideBelow={shortcut ? "sm" : undefined} />
      </Button>
    }
  />
);

type RowMenuProps = {
  /** What the row is about, for screen readers. */
  of: string;
  /** What each choice does; those that are false aren't offered. */
  choices: readonly (false | (Omit<MenuChoice, "value"> & { run: () => void }))[];
};

/** The "…" at the end of a row, with what else can be done with it. */
export function RowMenu({ of, choices }: RowMenuProps) {
  const offered = choices.filter((choice) => choice !== false);
  return (
    <Choices
      placement="bottom-end"
      choices={offered.map(({ run: _run, ...choice }) => ({ ...choice, value: choice.label }))}
      onChoose={(value) => offered.find(({ label }) => label === value)?.run()}
      trigger={
        <Button size="xs" variant="ghost" px="0" aria-label={`More for ${of}`}>
          <Ellipsis />
        </Button>
      }
    />
  );
}

type ChoicesProps = {
  trigger: ReactElement;
  placement: "bottom-start" | "bottom-end";
  /** Shown above the choices. */
  title?: string;
  choices: readonly MenuChoice[];
  /** Numbers the choices, so that number keys choose them. */
  isNumbered?: boolean;
  onChoose: (value: string) => void;
};

function Choices({ trigger, placement, title, choices, isNumbered, onChoose }: ChoicesProps) {
  const [isOpen, setIsOpen] = useState(false);
  // The choice takes effect once the menu is gone: a dialog opened above the menu would close with it.
  const chosen = useRef<string | null>(null);
  const finish = () => {
    const value = chosen.current;
    chosen.current = null;
    if (value !== null) onChoose(value);
  };
  return (
    <Menu.Root
      open={isOpen}
      onOpenChange={({ open }) => setIsOpen(open)}
      onExitComplete={finish}
      positioning={{ placement, gutter: 4 }}
    >
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Menu.Positioner>
        <Menu.Content
          onKeyDown={(event) => {
            const choice = isNumbered ? choices[Number(event.key) - 1] : undefined;
            if (!choice) return;
            event.preventDefault();
            chosen.current = choice.value;
            setIsOpen(false);
          }}
        >
          {title && (
            <Caption px="2" pt="1" pb="1.5" aria-hidden>
              {title}
            </Caption>
          )}
          {choices.map(({ value, label, help, startsGroup }, index) => (
            <Fragment key={value}>
              {startsGroup && <Menu.Separator />}
              <Menu.Item value={value} aria-label={label} onClick={() => (chosen.current = value)}>
                <Box flex="1" minW="0" overflowWrap="anywhere">
                  {label}
                  {help && (
                    <chakra.span display="block" textStyle="caption" color="fg.muted">
                      {help}
                    </chakra.span>
                  )}
                </Box>
                {isNumbered && (
                  <Kbd aria-hidden css={onlyWithKeyboard}>
                    {index + 1}
                  </Kbd>
                )}
              </Menu.Item>
            </Fragment>
          ))}
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  );
}

/** The shortcut key shown in a button. */
export const ButtonKey = ({ children }: { children: string }) => (
  <Kbd ms="1" color="inherit" borderColor="currentColor" opacity={0.75} aria-hidden css={onlyWithKeyboard}>
    {children}
  </Kbd>
);

/** Opens the page's menu with this name, if it has one. */
export const openActionMenu = (name: string): void =>
  document.querySelector<HTMLElement>(`main [data-action-menu="${name}"]`)?.click();
