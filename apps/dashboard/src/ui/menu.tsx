import * as Primitive from '@radix-ui/react-dropdown-menu';
import { createContext, type ReactNode, use, useRef, useState } from 'react';

interface MenuProps {
  /** The button that opens the menu. */
  readonly trigger: ReactNode;
  /** What the menu is about. Shown on phones, where the menu covers the item. */
  readonly title: string;
  readonly children: ReactNode;
}

/**
 * Opens next to its trigger. On phones, at the bottom of the screen: see styles.css. Not modal: that
 * would hide the page from screen readers, but not its focusable elements.
 */
export function Menu({ trigger, title, children }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const chosen = useRef<() => void>(undefined);

  /** Runs the chosen action after Radix has returned the focus, which a sheet may take next. */
  function runChosen() {
    const action = chosen.current;
    chosen.current = undefined;
    if (action) queueMicrotask(action);
  }

  return (
    <Primitive.Root modal={false} open={isOpen} onOpenChange={setIsOpen}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      {isOpen && (
        <ChooseContext
          value={(action) => {
            chosen.current = action;
          }}
        >
          <MenuContent title={title} onClosed={runChosen}>
            {children}
          </MenuContent>
        </ChooseContext>
      )}
    </Primitive.Root>
  );
}

const ChooseContext = createContext<(action: () => void) => void>(() => {});

interface MenuContentProps extends Omit<MenuProps, 'trigger'> {
  readonly onClosed: () => void;
}

function MenuContent({ title, onClosed, children }: MenuContentProps) {
  // In a landmark, so that screen readers can say where the menu is.
  const container = document.querySelector('main');
  return (
    <>
      <Primitive.Portal container={container}>
        <div className="appear fixed inset-0 z-40 bg-shade sm:hidden" />
      </Primitive.Portal>
      <Primitive.Portal container={container}>
        <Primitive.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          data-menu=""
          onCloseAutoFocus={onClosed}
          className="appear z-50 min-w-52 rounded-[10px] border border-line-2 bg-raised p-[5px] shadow-lift max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:min-w-0 max-sm:rounded-b-none max-sm:rounded-t-[14px] max-sm:border-x-0 max-sm:border-b-0 max-sm:p-2 max-sm:pb-[calc(1.25rem+env(safe-area-inset-bottom))] max-sm:shadow-none"
        >
          <Primitive.Label className="line-clamp-2 px-3 pt-1 pb-2 text-sm wrap-anywhere text-ink-2 sm:hidden">
            {title}
          </Primitive.Label>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </>
  );
}

interface MenuItemProps {
  /** Called after the menu has closed. */
  readonly onSelect: () => void;
  readonly disabled?: boolean;
  /** The keys that do the same, as in 'Alt ↑'. */
  readonly keys?: string;
  /** An icon and the name. */
  readonly children: ReactNode;
}

export function MenuItem({ onSelect, disabled = false, keys, children }: MenuItemProps) {
  const choose = use(ChooseContext);
  return (
    <Primitive.Item
      disabled={disabled}
      // On phones, the menu covers its trigger. A mouse in a narrow window opens the menu when pressed, and
      // would choose the item below it when released.
      onPointerUp={(event) => event.preventDefault()}
      onSelect={() => choose(onSelect)}
      className="flex h-8 cursor-pointer items-center gap-2.5 rounded-[6px] px-2.5 text-sm outline-none data-disabled:cursor-default data-disabled:text-ink-3 data-disabled:opacity-65 data-highlighted:bg-sunk max-sm:h-11.5 max-sm:gap-3.5 max-sm:px-3 max-sm:text-lg [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3"
    >
      {children}
      {keys && <span className="ml-auto pl-6 text-xs text-ink-3 max-sm:hidden">{keys}</span>}
    </Primitive.Item>
  );
}

export function MenuSeparator() {
  return <Primitive.Separator className="-mx-[5px] my-[5px] border-t border-line max-sm:-mx-2" />;
}
