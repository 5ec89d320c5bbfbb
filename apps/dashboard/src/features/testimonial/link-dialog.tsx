import { LINK_DAYS } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { useState } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { CopyField } from '../../components/text/copy-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogClose, DialogContent } from '../../ui/dialog.tsx';
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
        <CopyField label="Link" value={link} />
        <DialogActions>
          <DialogClose asChild>
            <Button>Done</Button>
          </DialogClose>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}
