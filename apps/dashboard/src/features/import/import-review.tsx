import { COLLECTIONS, namesOf } from '@vitrine/contract/collections';
import type { ImportItem } from '@vitrine/contract/import';
import { routes } from '@vitrine/contract/routes';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { type ApiError, callApi } from '../../api/call-api.ts';
import { useApiMutation } from '../../api/query-client.ts';
import type { QueryName } from '../../api/query-types.ts';
import { COLLECTION_VIEWS } from '../../collection-views.ts';
import { useUnsavedChanges } from '../../components/form/unsaved-changes.ts';
import { useListShortcuts } from '../../components/list/use-list-shortcuts.ts';
import { selectByKey, useSelection } from '../../components/list/use-selection.ts';
import { EmptyState } from '../../components/query/empty-state.tsx';
import { randomKey } from '../../components/random-key.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { Dock } from './import-dock.tsx';
import type { Reading } from './import-source.ts';
import { LeftOut } from './left-out.tsx';
import { ProposalList } from './proposal-list.tsx';
import { type Choice, ProposalRow } from './proposal-row.tsx';
import { useStoredPictures } from './use-stored-pictures.ts';

/** Whatever an import can change. */
const CHANGED: readonly QueryName[] = [
  'user',
  ...namesOf(COLLECTIONS),
  'resume',
  'resume-preview',
  'resume-check',
  'resume-failures',
  'trash',
  'history',
];

interface ImportReviewProps {
  readonly reading: Reading;
  readonly isHidden?: boolean;
  /** Only publications, which have other words. */
  readonly isOfPublications?: boolean;
  /** The files that the pictures of posts are in, by their paths. */
  readonly pictures?: ReadonlyMap<string, File>;
  /** In the first run, choices are grouped by collection, and projects can be published at once. */
  readonly isFirstRun?: boolean;
  readonly renderDock: (dock: Dock) => ReactNode;
  readonly onImported: (items: readonly ImportItem[]) => void;
  readonly onUndone: () => void;
}

/** What was found, to choose from. */
export function ImportReview(props: ImportReviewProps) {
  const { reading, isHidden, isFirstRun = false, isOfPublications, renderDock, ...events } = props;
  const { pictures = NO_FILES } = props;
  const list = useRef<HTMLDivElement>(null);
  const [choices] = useState(() =>
    reading.proposals.map((proposal, index): Choice => ({ ...proposal, _id: String(index) })),
  );
  const selection = useSelection(
    choices,
    choices.filter(({ isSelected }) => isSelected),
  );
  const { ids, selected, select, deselect, toggle } = selection;
  const [proficiencies, setProficiencies] = useState<Proficiencies>({});
  const setProficiency = useCallback(
    (id: string, value: string) => setProficiencies((before) => ({ ...before, [id]: value })),
    [],
  );
  const [isPublished, setIsPublished] = useState(isFirstRun);
  const { apply, errors, isPending, error, status } = useApply(events, pictures);
  const invalidCount = errors.size;
  useEffect(() => {
    if (invalidCount > 0 && !isPending)
      list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [invalidCount, isPending]);
  const isChanged =
    Object.keys(proficiencies).length > 0 ||
    choices.some(({ _id, isSelected }) => ids.has(_id) !== isSelected);
  useUnsavedChanges(useCallback(() => isChanged, [isChanged]));
  const groups = isOfPublications
    ? twoGroups(choices, ['New', 'Already in your list'])
    : groupsOf(choices, isFirstRun);
  useListShortcuts(list, (key, id) =>
    selectByKey(key, id, { list, items: groups.flatMap((group) => group.choices), selection }),
  );

  const row = (choice: Choice) => (
    <ProposalRow
      key={choice._id}
      choice={choice}
      isSelected={ids.has(choice._id)}
      proficiency={proficiencies[choice._id]}
      error={errors.get(choice._id)}
      onSelect={toggle}
      onProficiency={setProficiency}
    />
  );
  const listProps = { selectedIds: ids, onSelect: select, onDeselect: deselect, children: row };
  return (
    <div ref={list} hidden={isHidden} className="grid gap-4 *:min-w-0 max-sm:pb-24">
      {choices.length === 0 && (
        <Card>
          <EmptyState text={emptyText(reading)} />
        </Card>
      )}
      {groups.map((group) => (
        <ProposalList
          key={group.title}
          {...group}
          {...listProps}
          aside={
            (isFirstRun ? group.title === COLLECTION_VIEWS.project.title : isOfPosts(group)) && (
              <PublishSwitch
                label={isFirstRun ? 'Show on my site now' : 'Publish those that are not drafts'}
                isOn={isPublished}
                onChange={setIsPublished}
              />
            )
          }
        />
      ))}
      <LeftOut {...reading} />
      {choices.length > 0 &&
        renderDock({
          count: selected.length,
          changeCount: selected.filter((choice) => !isAdded(choice)).length,
          isPending,
          error,
          status,
          onImport: () => apply(selected, proficiencies, isPublished),
        })}
    </div>
  );
}

const NO_FILES: ReadonlyMap<string, File> = new Map();

interface Group {
  readonly title: string;
  readonly choices: readonly Choice[];
}

function groupsOf(choices: readonly Choice[], isFirstRun: boolean): readonly Group[] {
  if (!isFirstRun) return twoGroups(choices, ['Add', 'Change']);
  return [
    { title: 'About you', choices: choices.filter((choice) => !isAdded(choice)) },
    ...namesOf(COLLECTION_VIEWS).map((name) => ({
      title: COLLECTION_VIEWS[name].title,
      choices: choices.filter(({ item }) => item.kind === `add-${name}`),
    })),
  ];
}

function isAdded({ item }: Choice): boolean {
  return item.kind.startsWith('add-');
}

function isOfPosts({ choices }: Group): boolean {
  return choices.every(({ item }) => item.kind === 'add-post');
}

function twoGroups(choices: readonly Choice[], [added, changed]: readonly [string, string]) {
  return [
    { title: added, choices: choices.filter(isAdded) },
    { title: changed, choices: choices.filter((choice) => !isAdded(choice)) },
  ];
}

interface PublishSwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function PublishSwitch({ label, isOn, onChange }: PublishSwitchProps) {
  const id = useId();
  return (
    <span className="flex items-center gap-2 text-sm">
      <label htmlFor={id}>{label}</label>
      <Switch id={id} checked={isOn} onChange={({ target }) => onChange(target.checked)} />
    </span>
  );
}

function emptyText({ existing }: Reading): string {
  return existing.length > 0
    ? 'Nothing new. Your portfolio already has everything that was found.'
    : 'Nothing was found that can be imported.';
}

/** What was typed for new skills, by the id of the choice. */
type Proficiencies = Readonly<Record<string, string>>;

/** Imports the chosen items. After an error, everything stays as it was chosen. */
function useApply(
  { onImported, onUndone }: Pick<ImportReviewProps, 'onImported' | 'onUndone'>,
  pictures: ReadonlyMap<string, File>,
) {
  const mutation = useApiMutation(routes.import.apply, {
    reloads: CHANGED,
    errorText: () => undefined,
  });
  const [sentIds, setSentIds] = useState<readonly string[]>([]);
  // A retry after a lost response must not import twice.
  const last = useRef({ content: '', key: '' });
  const errors = errorsOf(mutation.error, sentIds);
  const storing = useStoredPictures(pictures);

  async function apply(
    chosen: readonly Choice[],
    proficiencies: Proficiencies,
    isPublished: boolean,
  ) {
    if (mutation.isPending || storing.isPending) return;
    const selected = await storing.store(chosen);
    if (!selected) return;
    const items = selected.map((choice) => itemOf(choice, proficiencies[choice._id]));
    const body = { items, isPublished };
    const content = JSON.stringify(body);
    if (content !== last.current.content) last.current = { content, key: randomKey() };
    setSentIds(selected.map(({ _id }) => _id));
    mutation.mutate(
      {
        body,
        headers: { 'idempotency-key': last.current.key },
        undo: async ({ id }) => {
          const response = await callApi(routes.import.undo, { params: { id } });
          onUndone();
          return response;
        },
      },
      { onSuccess: () => onImported(selected.map(({ item }) => item)) },
    );
  }

  const message =
    errors.size > 0
      ? 'Nothing was imported. Correct or deselect the marked items.'
      : mutation.error?.message;
  return {
    apply,
    errors,
    isPending: mutation.isPending || storing.isPending,
    error: message ?? storing.error,
    status: storing.status,
  };
}

function itemOf({ item }: Choice, proficiency: string | undefined) {
  if (item.kind !== 'add-skill' || proficiency === undefined) return item;
  return { ...item, fields: { ...item.fields, proficiency } };
}

/** The messages for each choice. The host names a field `items.3.fields.title`. */
function errorsOf(error: ApiError | null, sentIds: readonly string[]): ReadonlyMap<string, string> {
  const errors = new Map<string, string>();
  for (const [name, message] of Object.entries(error?.fields ?? {})) {
    const id = sentIds[Number(/^items\.(\d+)/.exec(name)?.[1])];
    if (id === undefined) continue;
    const before = errors.get(id);
    errors.set(id, before === undefined ? message : `${before} ${message}`);
  }
  return errors;
}
