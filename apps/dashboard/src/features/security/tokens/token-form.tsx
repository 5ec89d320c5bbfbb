import { PORTFOLIO_SCOPES } from '@vitrine/contract/route';
import { routes } from '@vitrine/contract/routes';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useApiMutation } from '../../../api/query-client.ts';
import { formatDate } from '../../../components/text/day.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DialogActions, DialogClose } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { NameField } from '../name-field.tsx';

type PortfolioScope = (typeof PORTFOLIO_SCOPES)[number];

const SCOPES: Readonly<Record<PortfolioScope, readonly [name: string, about: string]>> = {
  read: ['Read', 'See your portfolio with its drafts'],
  'write-drafts': ['Write drafts', 'Also add and change drafts, but publish nothing'],
  write: ['Write', 'Also add, change, publish and move to trash'],
};

const DAYS = [30, 90, 365] as const;

const DEFAULT_DAYS = '90';

export function TokenForm({ onCreated }: { readonly onCreated: (secret: string) => void }) {
  const add = useApiMutation(routes.token.add, {
    quiet: true,
    reloads: ['tokens', 'audit'],
  });
  const expiryId = useId();
  const nameField = useRef<HTMLInputElement>(null);
  const [nameError, setNameError] = useState('');
  const [expiry, setExpiry] = useState(DEFAULT_DAYS);

  function showNameError(message: string) {
    setNameError(message);
    nameField.current?.focus();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const name = String(form.get('name')).trim();
    // Checked here as well, because the service asks for the password first.
    if (name === '') {
      showNameError('Enter the name.');
      return;
    }
    setNameError('');
    const days = form.get('expiresInDays');
    const body = {
      name,
      scopes: [
        PORTFOLIO_SCOPES.find((scope) => scope === form.get('scope')) ?? 'read',
        ...(form.has('read-messages') ? (['read-messages'] as const) : []),
      ],
      expiresInDays: days === '' ? null : Number(days),
    };
    add.mutate(
      { body },
      {
        onSuccess: ({ secret }) => onCreated(secret),
        onError: ({ fields }) => fields['name'] && showNameError(fields['name']),
      },
    );
  }

  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
      <NameField ref={nameField} error={nameError} placeholder="Deploy script" />
      <ScopePicker />
      <div className="grid gap-1.5">
        <label htmlFor={expiryId} className="text-sm font-medium">
          Expires
        </label>
        <Select
          id={expiryId}
          name="expiresInDays"
          aria-describedby={`${expiryId}-date`}
          value={expiry}
          onChange={({ target }) => setExpiry(target.value)}
        >
          {DAYS.map((days) => (
            <option key={days} value={days}>
              In {days} days
            </option>
          ))}
          <option value="">Never</option>
        </Select>
        {/* Not in the options, because a select cuts text that is wider than a narrow phone. */}
        <p id={`${expiryId}-date`} className="text-xs text-ink-3">
          {expiry === '' ? 'The token works until you revoke it.' : `On ${dateIn(Number(expiry))}`}
        </p>
      </div>
      <DialogActions>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" isPending={add.isPending}>
          {add.isPending ? 'Creating token' : 'Create token'}
        </Button>
      </DialogActions>
    </form>
  );
}

function ScopePicker() {
  const messagesId = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Scope</legend>
      <div className="divide-y divide-line rounded-md border border-line-2">
        {PORTFOLIO_SCOPES.map((scope) => {
          const [name, about] = SCOPES[scope];
          return (
            <label key={scope} className="flex cursor-pointer gap-2.5 px-3 py-2.5">
              <input
                type="radio"
                name="scope"
                value={scope}
                defaultChecked={scope === 'read'}
                className="mt-1 size-4 shrink-0 accent-accent"
              />
              <span>
                <span className="block text-sm font-medium">{name}</span>
                <span className="block text-xs text-ink-3">{about}</span>
              </span>
            </label>
          );
        })}
      </div>
      <label htmlFor={messagesId} className="mt-3 flex cursor-pointer gap-2.5 px-3">
        <Checkbox id={messagesId} name="read-messages" className="mt-0.5" />
        <span>
          <span className="block text-sm font-medium">Read messages</span>
          <span className="block text-xs text-ink-3">Also see what visitors wrote to you</span>
        </span>
      </label>
    </fieldset>
  );
}

function dateIn(days: number): string {
  return formatDate(new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString());
}
