import { X } from 'lucide-react';
import { offered, useCan } from '../../api/capabilities.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '../../ui/dialog.tsx';
import { Keys } from '../../ui/kbd.tsx';
import { SHORTCUTS } from './shortcuts.ts';

interface ShortcutsDialogProps {
  readonly onClose: () => void;
}

export function ShortcutsDialog({ onClose }: ShortcutsDialogProps) {
  const can = useCan();
  const groups = SHORTCUTS.map(
    ([heading, shortcuts]) => [heading, offered(shortcuts, can)] as const,
  ).filter(([, shortcuts]) => shortcuts.length > 0);
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Keyboard shortcuts"
        description="Single keys do nothing while you type. You can turn them off in Account."
        className="max-w-[680px]"
      >
        <DialogClose asChild>
          <Button variant="ghost" size="icon" aria-label="Close" className="absolute top-4 right-4">
            <X aria-hidden="true" />
          </Button>
        </DialogClose>
        <div className="mt-4 gap-10 sm:columns-2">
          {groups.map(([heading, shortcuts]) => (
            <section key={heading} className="break-inside-avoid pb-4">
              <h3 className="mb-1 text-sm font-medium text-ink-2">{heading}</h3>
              <dl>
                {shortcuts.map(({ name, keys }) => (
                  <div
                    key={name}
                    className="flex min-h-[34px] items-center justify-between gap-3 border-t border-line"
                  >
                    <dt>{name}</dt>
                    <dd>
                      <Keys keys={keys} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </DialogContent>
    </Dialog>
  );
}
