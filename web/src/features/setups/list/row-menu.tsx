import { Icon, Menu, Portal } from "@chakra-ui/react";
import { Ellipsis, type LucideIcon } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";

export type RowAction = { label: string; icon: LucideIcon; onChoose: () => void };

/** The less common actions of a row, behind three dots. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  // The choice takes effect once the menu is gone: a dialog opened above the menu would close with it.
  const chosen = useRef<RowAction | null>(null);
  const finish = () => {
    const action = chosen.current;
    chosen.current = null;
    action?.onChoose();
  };
  return (
    <Menu.Root
      lazyMount
      unmountOnExit
      onExitComplete={finish}
      positioning={{ placement: "bottom-end", gutter: 4 }}
    >
      <Menu.Trigger asChild>
        <Button variant="ghost" size="xs" px="0" aria-label={label}>
          <Ellipsis aria-hidden />
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            {actions.map((action) => (
              <Menu.Item
                key={action.label}
                value={action.label}
                onClick={() => {
                  chosen.current = action;
                }}
              >
                <Icon as={action.icon} boxSize="15px" aria-hidden strokeWidth={1.75} />
                {action.label}
              </Menu.Item>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
