import { useQuery } from '@tanstack/react-query';
import { SITE_ADVICE } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { GalleryVerticalEnd, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useApiMutation } from '../../api/query-client.ts';
import { LoadFailure } from '../../components/query/load-failure.tsx';
import { choicesQuery, viewsQuery } from '../../components/view/view-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Input } from '../../ui/input.tsx';
import type { Message } from './message-queries.ts';
import { describeOpens, sectionsWith, suggestProjects } from './reply-views.ts';

interface ViewPickerProps {
  readonly message: Message;
  readonly onPick: (id: string) => void;
  readonly onClose: () => void;
}

/** Chooses the view of a reply: an existing one, or a new one in two steps. */
export function ViewPicker({ message, onPick, onClose }: ViewPickerProps) {
  const [isNew, setIsNew] = useState(false);
  if (isNew) return <NewView message={message} onAdded={onPick} onCancel={() => setIsNew(false)} />;
  return (
    <Panel label="Attach a view" onClose={onClose}>
      <ul className="-mx-2.5 grid max-h-72 gap-0.5 overflow-y-auto">
        <li>
          <Option
            icon={<Plus aria-hidden="true" />}
            name={`New view for ${message.senderName}`}
            detail="Starts with projects that fit the message"
            isFirst
            onClick={() => setIsNew(true)}
          />
        </li>
        <ExistingViews onPick={onPick} />
      </ul>
    </Panel>
  );
}

function ExistingViews({ onPick }: Pick<ViewPickerProps, 'onPick'>) {
  const query = useQuery(viewsQuery);
  if (query.isError) return <LoadFailure query={query} />;
  return query.data?.views
    .filter(({ state }) => state === 'active')
    .map((view) => (
      <li key={view._id}>
        <Option
          icon={<GalleryVerticalEnd aria-hidden="true" />}
          name={view.name}
          detail={describeOpens(view)}
          onClick={() => onPick(view._id)}
        />
      </li>
    ));
}

interface OptionProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly detail: string;
  readonly isFirst?: boolean;
  readonly onClick: () => void;
}

function Option({ icon, name, detail, isFirst, onClick }: OptionProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFirst) button.current?.focus();
  }, [isFirst]);
  return (
    <button
      ref={button}
      type="button"
      onClick={onClick}
      className="flex w-full items-center gap-3 rounded-md px-2.5 py-2 text-left hover:bg-sunk focus-visible:-outline-offset-2 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3"
    >
      {icon}
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-sm text-ink-2">{detail}</span>
      </span>
    </button>
  );
}

interface NewViewProps {
  readonly message: Message;
  readonly onAdded: (id: string) => void;
  readonly onCancel: () => void;
}

function NewView({ message, onAdded, onCancel }: NewViewProps) {
  const id = useId();
  const query = useQuery(choicesQuery);
  const [name, setName] = useState(`${message.subject} for ${message.senderName}`.slice(0, 100));
  const [chosen, setChosen] = useState<readonly string[]>();
  const add = useApiMutation(routes.view.add, { reloads: ['view'], quiet: true });
  const projects =
    query.data?.sections
      .find((section) => section.name === 'work')
      ?.entries.filter(({ isDraft }) => !isDraft) ?? [];
  const picked = chosen ?? suggestProjects(message, projects);
  const toggle = (project: string) =>
    setChosen(
      picked.includes(project) ? picked.filter((one) => one !== project) : [...picked, project],
    );
  const hasSite = query.data?.siteUrl !== '';
  return (
    <Panel label="New view" onClose={onCancel}>
      <label htmlFor={id} className="text-sm font-medium">
        Name <span className="font-normal text-ink-3">Only you see it</span>
      </label>
      <Input
        id={id}
        value={name}
        maxLength={100}
        onChange={({ target }) => setName(target.value)}
      />
      <fieldset className="grid min-w-0 gap-1">
        <legend className="mb-1 text-sm font-medium">
          Projects{' '}
          <span className="font-normal text-ink-3">Chosen by the words of the message</span>
        </legend>
        <div className="grid max-h-56 gap-x-4 overflow-y-auto sm:grid-cols-2">
          {projects.map(({ _id, title }) => (
            <label
              key={_id}
              htmlFor={`${id}-${_id}`}
              className="flex min-h-9 min-w-0 items-center gap-2.5 px-1"
            >
              <Checkbox
                id={`${id}-${_id}`}
                checked={picked.includes(_id)}
                onChange={() => toggle(_id)}
              />
              <span className="truncate">{title}</span>
            </label>
          ))}
        </div>
        {query.isError && <LoadFailure query={query} />}
      </fieldset>
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-[1_1_10rem] text-xs text-ink-3">
          {hasSite
            ? 'The link works once the reply is sent, for 30 days.'
            : `Views are on your site. ${SITE_ADVICE}`}
        </p>
        <div className="ml-auto flex gap-2">
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            isPending={add.isPending || query.isPending}
            disabled={!hasSite || name.trim() === ''}
            onClick={() =>
              add.mutate(
                { body: { name, sections: sectionsWith(picked) } },
                { onSuccess: ({ view }) => onAdded(view._id) },
              )
            }
          >
            Create and attach
          </Button>
        </div>
      </div>
    </Panel>
  );
}

interface PanelProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Below the form, because Enter in it must not send the reply. */
function Panel({ label, onClose, children }: PanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
    };
    const { current } = panel;
    current?.addEventListener('keydown', listen);
    return () => current?.removeEventListener('keydown', listen);
  }, [onClose]);
  return (
    <section ref={panel} aria-label={label} className="grid gap-3 border-t border-line p-4">
      {children}
    </section>
  );
}
