import * as Primitive from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { isToast } from './is-toast.ts';

interface PanelProps {
  readonly title: string;
  /** Icon buttons in the header, before Close. */
  readonly actions?: ReactNode;
  /** A wide panel takes what a form leaves of the window, and docks only if there is room for both. */
  readonly width?: 'wide' | 'normal';
  readonly onClose: () => void;
  /** Moves the focus after the panel has closed. */
  readonly onRestoreFocus: () => void;
  readonly children: ReactNode;
}

const DOCKED_FROM = { normal: '(width >= 72rem)', wide: '(width >= 90rem)' };
const WIDTHS = { normal: 'sm:w-120', wide: 'sm:w-200 sm:max-w-[85vw]' };

/**
 * A sheet on the right with a form. On wide screens it docks beside the page, which stays usable; see
 * `data-docked` in styles.css. Otherwise it is modal, and on phones it fills the screen.
 */
export function Panel(props: PanelProps) {
  const { title, actions, width = 'normal', onClose, onRestoreFocus, children } = props;
  const panel = useRef<HTMLDivElement>(null);
  // Does not follow the window, since a switch would render the form again and lose its content.
  const [isDocked] = useState(() => matchMedia(DOCKED_FROM[width]).matches);
  return (
    <Primitive.Root open modal={!isDocked} onOpenChange={onClose}>
      <Primitive.Portal>
        <Primitive.Overlay className="appear fixed inset-0 z-40 bg-shade" />
        <Primitive.Content
          ref={panel}
          data-docked={isDocked ? width : undefined}
          aria-describedby={undefined}
          // Below dialogs, which cover it.
          className={`slide-from-[100%_0] fixed inset-y-0 right-0 z-40 flex w-full flex-col border-line bg-card sm:border-l ${isDocked ? 'sm:w-[max(30rem,var(--dock))]' : WIDTHS[width]}`}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            panel.current?.querySelector<HTMLElement>('input, textarea')?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onRestoreFocus();
          }}
          onEscapeKeyDown={(event) => {
            const { activeElement } = document;
            const isElsewhere = isDocked && !panel.current?.contains(activeElement);
            if (isElsewhere || activeElement?.matches('[data-handles-escape]'))
              event.preventDefault();
          }}
          onInteractOutside={(event) => {
            if (isDocked || isToast(event.target)) event.preventDefault();
          }}
        >
          <div className="flex items-center gap-1 border-b border-line bg-card py-2.5 pr-2.5 pl-4 sm:py-3.5 sm:pr-3.5 sm:pl-6">
            <Primitive.Title className="mr-auto text-xl">{title}</Primitive.Title>
            {actions}
            <Primitive.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close" title="Close (Esc)">
                <X aria-hidden="true" />
              </Button>
            </Primitive.Close>
          </div>
          {/* The scroll padding keeps a focused field visible. */}
          <div className="flex min-h-0 flex-1 scroll-py-20 flex-col overflow-y-auto">
            {children}
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
