import { MAX_QUOTE } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { useState } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { Field } from '../../components/field/field.tsx';
import { Form } from '../../components/form/form.tsx';
import { TextDiff } from '../../components/history/change-list.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '../../ui/dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { useReturnFocus } from '../../ui/use-return-focus.ts';

type Suggest = typeof routes.testimonial.suggest;

interface SuggestDialogProps {
  readonly testimonial: CollectionItem<'testimonial'>;
  /** Called with whether there is something for the author to read. */
  readonly onClose: (isSuggested: boolean) => void;
}

/** Suggests another text, which appears once its author agrees. */
export function SuggestDialog({ testimonial, onClose }: SuggestDialogProps) {
  const { _id: id, quote, suggestion, suggestionNote, name, state } = testimonial;
  const suggest = useApiMutation(routes.testimonial.suggest, { reloads: ['testimonial'] });
  const [text, setText] = useState(suggestion || quote);
  return (
    <Dialog open onOpenChange={() => onClose(false)}>
      <DialogContent
        className="max-w-2xl"
        title={`Suggest an edit to the words of ${name}`}
        description={`${name} sees both versions and agrees or not. Until then, your site shows ${state === 'shown' ? 'the text as it is' : 'nothing'}.`}
        {...useReturnFocus()}
        // A stray click must not lose what was typed.
        onInteractOutside={(event) => event.preventDefault()}
      >
        <div className="mt-5">
          <Form
            mutation={suggest}
            params={{ id }}
            resetOnSuccess={false}
            submit="Save and get a link"
            pending="Saving"
            actions={
              <DialogClose asChild>
                <Button variant="outline">Cancel</Button>
              </DialogClose>
            }
            onDone={({ testimonial: saved }) => onClose(saved.suggestion !== '')}
          >
            <Field<Suggest>
              name="quote"
              label="Your version"
              aside={
                <span className="text-xs text-ink-3 tabular-nums">
                  {text.length} of {MAX_QUOTE} characters
                </span>
              }
            >
              {(control) => (
                <Textarea
                  {...control}
                  rows={5}
                  maxLength={MAX_QUOTE}
                  defaultValue={suggestion || quote}
                  onChange={({ target }) => setText(target.value)}
                />
              )}
            </Field>
            <div>
              <h3 className="mb-1.5 font-sans text-sm font-medium tracking-normal">What changes</h3>
              <p className="rounded-md border border-line bg-sunk px-3.5 py-3 wrap-anywhere">
                <TextDiff before={quote} after={text} />
              </p>
            </div>
            <Field<Suggest> name="note" label={`Note to ${name}`} isOptional>
              {(control) => <Input {...control} maxLength={300} defaultValue={suggestionNote} />}
            </Field>
          </Form>
        </div>
      </DialogContent>
    </Dialog>
  );
}
