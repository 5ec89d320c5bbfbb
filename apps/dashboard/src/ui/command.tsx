import * as Primitive from '@radix-ui/react-dialog';
import { Command } from 'cmdk';
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from 'react';

export const CommandGroup = Command.Group;
export const CommandItem = Command.Item;

interface CommandDialogProps extends ComponentProps<typeof Command> {
  readonly label: string;
  readonly onClose: () => void;
  /** Whether the field was empty, so that Escape closes the dialog. */
  readonly onEscape: () => boolean;
}

/** A dialog near the top of the page with a field and a list of results. */
export function CommandDialog(props: CommandDialogProps) {
  const { label, onClose, onEscape, children, ...rest } = props;
  const content = useRef<HTMLDivElement>(null);
  const focusedBefore = useRef<Element>(null);
  return (
    <Primitive.Root open onOpenChange={onClose}>
      <Primitive.Portal>
        <Primitive.Overlay className="appear fixed inset-0 z-50 bg-shade" />
        <Primitive.Content
          ref={content}
          aria-describedby={undefined}
          className="appear fixed top-2 left-1/2 z-50 w-[calc(100vw-1rem)] max-w-160 -translate-x-1/2 overflow-clip rounded-lg border border-line bg-card shadow-lift sm:top-[12vh]"
          onOpenAutoFocus={(event) => {
            focusedBefore.current = document.activeElement;
            // Radix would select what was typed before, and the next key would replace it.
            event.preventDefault();
            const field = content.current?.querySelector('input');
            field?.focus();
            field?.setSelectionRange(field.value.length, field.value.length);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // Unless the page has moved the focus, such as to the heading of another view.
            if (
              document.activeElement === document.body &&
              focusedBefore.current instanceof HTMLElement
            )
              focusedBefore.current.focus();
          }}
          onEscapeKeyDown={(event) => {
            if (!onEscape()) event.preventDefault();
          }}
        >
          <Primitive.Title className="sr-only">{label}</Primitive.Title>
          <Command
            label={label}
            // The caller filters: the order of the results matters, and messages come from the host.
            shouldFilter={false}
            vimBindings={false}
            className="grid max-h-[calc(100dvh-1rem)] grid-cols-1 grid-rows-[auto_minmax(0,1fr)_auto] sm:max-h-[min(35rem,76dvh)]"
            {...rest}
          >
            {children}
          </Command>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface CommandInputProps extends ComponentProps<typeof Command.Input> {
  readonly resultList: RefObject<HTMLDivElement | null>;
}

export function CommandInput({ resultList, ...rest }: CommandInputProps) {
  const input = useRef<HTMLInputElement>(null);
  // cmdk 1.1 names the option that was selected before, or none. See dip/cmdk#413 on GitHub.
  useEffect(() => {
    const nameSelected = () => {
      const id = resultList.current?.querySelector('[aria-selected="true"]')?.id ?? '';
      if (input.current?.getAttribute(ACTIVE) !== id) input.current?.setAttribute(ACTIVE, id);
    };
    const observer = new MutationObserver(nameSelected);
    if (input.current) observer.observe(input.current, { attributeFilter: [ACTIVE] });
    if (resultList.current)
      observer.observe(resultList.current, {
        subtree: true,
        childList: true,
        attributeFilter: ['aria-selected'],
      });
    nameSelected();
    return () => observer.disconnect();
  }, [resultList]);
  return <Command.Input ref={input} {...rest} />;
}

const ACTIVE = 'aria-activedescendant';

interface CommandListProps {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

export function CommandList({ list, children }: CommandListProps) {
  return (
    <Command.List
      ref={list}
      label="Results"
      className="overflow-y-auto overscroll-contain px-2 pt-1.5 pb-2 outline-none [scroll-padding:0.5rem]"
    >
      {children}
    </Command.List>
  );
}
