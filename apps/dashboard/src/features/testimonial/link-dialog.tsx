import { LINK_DAYS } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { canCopy, copyText } from '../../components/text/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogClose, DialogContent } from '../../ui/dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';

/** Makes links for authors. `dialog` shows the last one, which the service does not show again. */
export function useAuthorLink() {
  const [link, setLink] = useState('');
  const create = useApiMutation(routes.testimonial.link, { reloads: ['testimonial'], quiet: true });
  return {
    create: (id: string) =>
      create.mutate({ params: { id } }, { onSuccess: (response) => setLink(response.link) }),
    isPending: create.isPending,
    dialog: <LinkDialog link={link} onClose={() => setLink('')} />,
  };
}

interface LinkDialogProps {
  /** Empty while there is none. */
  readonly link: string;
  readonly onClose: () => void;
}

function LinkDialog({ link, onClose }: LinkDialogProps) {
  return (
    <Dialog open={link !== ''} onOpenChange={onClose}>
      <DialogContent
        title="Send this link"
        description={`By email or any other way. It takes an answer for ${LINK_DAYS} days. Afterwards, its owner can withdraw the words with it. It is shown only now, but you can make another one.`}
        {...useReturnFocus()}
        // A stray click must not lose the link.
        onInteractOutside={(event) => event.preventDefault()}
      >
        <div className="mt-4 flex gap-2">
          <Input
            readOnly
            aria-label="Link"
            value={link}
            spellCheck={false}
            className="min-w-0 flex-1 font-mono"
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          {canCopy && (
            <Button
              variant="outline"
              className="h-[38px] max-sm:h-11"
              onClick={() => copyText(link, 'Link')}
            >
              <Copy aria-hidden="true" /> Copy
            </Button>
          )}
        </div>
        <DialogActions>
          <DialogClose asChild>
            <Button>Done</Button>
          </DialogClose>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
