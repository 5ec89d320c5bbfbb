/** What the recipes of ARCHITECTURE.md change to add awards, a section of them, and a field. By step. */

/** The files of a step. Each is a new file, or the places after which to insert something. */
export type Edit = Readonly<
  Record<string, string | readonly (readonly [place: string, inserted: string])[]>
>;

const FACTS = `
  award: {
    table: 'award',
    type: 'Award',
    one: 'award',
    many: 'awards',
    published: 'awards',
    label: 'award',
    labels: 'awards',
    title: 'title',
    isOrdered: true,
    hasDrafts: false,
    sends: { add: 'json or form', update: 'json or form' },
  },`;

const FIELDS = `import { link, optionalText, text, yearMonth } from './collection-field.ts';
import { defineCollection } from './define-collection.ts';

export const award = defineCollection('award', {
  title: text('title', 120),
  issuer: optionalText('issuer', 120),
  date: yearMonth('Date', 'A year or a month, like 2024 or 2024-03, or empty.'),
  link: link('link'),
});
`;

const TABLE = `create table award (
  id row_id primary key default gen_random_uuid(),
  seq bigint generated always as identity unique,
  title text not null check (char_length(title) between 1 and 120),
  issuer text not null default '' check (char_length(issuer) <= 120),
  date year_month not null default '',
  link web_link not null default '',
  position list_position not null constraint award_position unique deferrable,
  created_at moment not null default now(),
  updated_at moment not null default now()
);

create trigger notify_change after insert or update or delete or truncate on award
  for each statement execute function notify_change('portfolio');

alter table trash drop constraint trash_noun_check, add constraint trash_noun_check check (
  noun in ('project', 'skill', 'software-application', 'timeline', 'post', 'publication', 'testimonial', 'award', 'message', 'view'));
alter table revision drop constraint revision_noun_check, add constraint revision_noun_check check (
  noun in ('project', 'skill', 'software-application', 'timeline', 'post', 'publication', 'testimonial', 'award', 'profile', 'view'));
`;

const VIEW = `
  award: {
    one: 'Award',
    many: 'Awards',
    words: ['award', 'awards'],
    called: 'an award',
    title: 'Awards',
    empty: 'You have not added any award.',
    Icon: History,
    addTitle: 'Add a new award',
    detail: 'issuer',
    goKey: 'N',
    addKey: 'N',
  },`;

const FORM = `import type { routes } from '@vitrine/contract/routes';
import { CollectionForm } from '../../components/collection/collection-form.tsx';
import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { Field } from '../../components/field/field.tsx';
import { Input } from '../../ui/input.tsx';

type AwardRoute = typeof routes.award.add | typeof routes.award.update;

interface AwardFormProps {
  readonly award?: CollectionItem<'award'>;
  readonly onDone?: () => void;
}

export function AwardForm({ award, onDone }: AwardFormProps) {
  return (
    <CollectionForm noun="award" item={award} submit="Save" pending="Saving" onDone={onDone}>
      <Field<AwardRoute> name="title" label="Title">
        {(control) => <Input {...control} defaultValue={award?.title} />}
      </Field>
      <Field<AwardRoute> name="issuer" label="Issuer">
        {(control) => <Input {...control} defaultValue={award?.issuer} />}
      </Field>
      <Field<AwardRoute> name="date" label="Date">
        {(control) => <Input {...control} defaultValue={award?.date} />}
      </Field>
      <Field<AwardRoute> name="link" label="Link">
        {(control) => <Input {...control} defaultValue={award?.link} />}
      </Field>
    </CollectionForm>
  );
}
`;

const LIST = `import type { CollectionItem } from '../../components/collection/collection-query.ts';
import { DeleteButton } from '../../components/collection/delete-button.tsx';
import { ManagedList } from '../../components/list/managed-list.tsx';
import { EditButton, RowControls, rowAttributes } from '../../components/list/managed-row.tsx';
import { useManagedList } from '../../components/list/use-managed-list.ts';
import { AwardForm } from './award-form.tsx';

export function ManageAwards({ items }: { readonly items: readonly CollectionItem<'award'>[] }) {
  const state = useManagedList({ items, noun: 'award', textsOf: ({ title }) => [title] });
  return (
    <ManagedList
      state={state}
      pictureOf={() => null}
      formOf={(award, close) => <AwardForm award={award} onDone={close} />}
    >
      <ul>
        {state.shown.map((award) => (
          <li key={award._id} {...rowAttributes(state, award)}>
            <RowControls state={state} item={award} />
            {award.title}
            <EditButton state={state} item={award} />
            <DeleteButton noun="award" item={award} />
          </li>
        ))}
      </ul>
    </ManagedList>
  );
}
`;

const JOURNEY = `import { expect, test } from '../support/test.ts';

test('the owner adds an award', async ({ owner: page }) => {
  await page.goto('/?view=add-award');
  await page.getByLabel('Title').fill('First prize');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.goto('/manage/awards');
  await expect(page.getByText('First prize')).toBeVisible();
});
`;

export const AWARD_EDITS: Readonly<Record<string, Edit>> = {
  'packages/contract/src/collections.ts': {
    'packages/contract/src/collections.ts': [['export const COLLECTIONS = {', FACTS]],
  },
  'packages/contract/src/<name>.ts': { 'packages/contract/src/award.ts': FIELDS },
  'packages/contract/src/defined-collections.ts': {
    'packages/contract/src/defined-collections.ts': [
      ["import { z } from 'zod';\n", "import { award } from './award.ts';\n"],
      ['export const DEFINED = {', ' award,'],
    ],
  },
  'apps/api/migrations/<number>-<name>.sql': { 'apps/api/migrations/9001-award.sql': TABLE },
  'apps/api/src/content/stores.ts': {
    'apps/api/src/content/stores.ts': [
      ["import { sql } from 'kysely';\n", "import { award } from '@vitrine/contract/award';\n"],
      ['export const stores = {', '\n  award: collectionStore(award),'],
    ],
  },
  'packages/demo/src/portfolio.ts': {
    'packages/demo/src/portfolio.ts': [
      [
        'export const ITEMS = {',
        `
  award: [
    { title: 'Grace Award', date: '2019-05', link: 'https://grace.example' },
    { title: 'First prize', issuer: 'Society' },
  ],`,
      ],
    ],
  },
  'packages/testing/src/collection-samples.ts': {
    'packages/testing/src/collection-samples.ts': [
      [
        'readonly [Name in CollectionName]: Sample<Name> } = {',
        "\n  award: { fields: {}, changed: { issuer: 'Society', date: '2019' } },",
      ],
    ],
  },
  'apps/dashboard/src/collection-views.ts': {
    'apps/dashboard/src/collection-views.ts': [['\n} = {', VIEW]],
  },
  'apps/dashboard/src/features/<name>/': {
    'apps/dashboard/src/features/award/award-form.tsx': FORM,
    'apps/dashboard/src/features/award/manage-awards.tsx': LIST,
  },
  'apps/dashboard/src/pages/collection-parts.ts': {
    'apps/dashboard/src/pages/collection-parts.ts': [
      [
        'Record<Exclude<CollectionName, PublishedName>, () => Promise<ComponentType>>\n> = {',
        "\n  award: () => import('../features/award/award-form.tsx').then((file) => file.AwardForm),",
      ],
      [
        'readonly [Name in CollectionName]: () => Promise<ManagedCollection<Name>>;\n} = {',
        `
  award: () =>
    import('../features/award/manage-awards.tsx').then((file) => ({ List: file.ManageAwards })),`,
      ],
    ],
  },
  'e2e/journeys/<name>.spec.ts': { 'e2e/journeys/award.spec.ts': JOURNEY },
  'CHANGELOG.md': { 'CHANGELOG.md': [['# Changelog\n', '\n## Unreleased\n\n- Awards.\n']] },
};

const SECTION = `import { usePage } from './page-context.ts';

export function AwardList() {
  const { portfolio } = usePage();
  return (
    <ul className="awards">
      {portfolio.awards.map(({ _id, title, link }) => (
        <li key={_id}>{link ? <a href={link}>{title}</a> : title}</li>
      ))}
    </ul>
  );
}
`;

const SECTION_NAMES = `
  awards: {
    de: 'Auszeichnungen',
    fr: 'Distinctions',
    es: 'Premios',
    pt: 'Prémios',
    it: 'Premi',
    nl: 'Prijzen',
    ar: 'الجوائز',
  },`;

export const SECTION_EDITS: Readonly<Record<string, Edit>> = {
  'packages/contract/src/options.ts': {
    'packages/contract/src/options.ts': [
      ['const SECTIONS = {', "\n  awards: { name: 'Awards', shows: 'award' },"],
    ],
  },
  'packages/site/src/<name>-list.tsx': { 'packages/site/src/award-list.tsx': SECTION },
  'packages/site/src/pages/home.tsx': {
    'packages/site/src/pages/home.tsx': [
      [
        "import { Intro } from '../intro.tsx';\n",
        "import { AwardList } from '../award-list.tsx';\n",
      ],
      ['Record<SiteSectionName, ComponentType>> = {', '\n  awards: AwardList,'],
    ],
  },
  'packages/site/src/safe-links.ts': {
    'packages/site/src/safe-links.ts': [
      [
        '...profile, ...safeProfileLinks(profile) },',
        "\n    awards: withSafe<'awards'>(portfolio.awards, ({ link }) => ({ link: webLink(link) })),",
      ],
    ],
  },
  'packages/site/src/words/section-names.ts': {
    'packages/site/src/words/section-names.ts': [['> = {', SECTION_NAMES]],
  },
  'packages/site/src/themes/': {
    'packages/site/src/themes/paper.css': [
      ['one hairline between all parts. */\n', '\n.awards {\n  margin: 0;\n}\n'],
    ],
  },
};

export const FIELD_EDITS: Readonly<Record<string, Edit>> = {
  'apps/api/migrations/<number>-<name>.sql': {
    'apps/api/migrations/9002-award-reason.sql': `alter table award
  add column reason text not null default '' check (char_length(reason) <= 200);
`,
  },
  'packages/contract/src/<name>.ts': {
    'packages/contract/src/award.ts': [
      ["  title: text('title', 120),\n", "  reason: optionalText('reason', 200),\n"],
    ],
  },
  'apps/dashboard/src/features/<name>/': {
    'apps/dashboard/src/features/award/award-form.tsx': [
      [
        'pending="Saving" onDone={onDone}>',
        `
      <Field<AwardRoute> name="reason" label="Reason">
        {(control) => <Input {...control} defaultValue={award?.reason} />}
      </Field>`,
      ],
    ],
  },
};

/** Renders an award as the dashboard does. */
export const RENDERED_AWARD = `import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { ADD, GO_TO } from './components/shortcuts/shortcuts.ts';
import { TrashRow } from './features/trash/trash-row.tsx';
import { useContentGroups } from './pages/palette/content-groups.tsx';
import { TooltipProvider } from './ui/tooltip.tsx';

export const shortcuts = [...GO_TO, ...ADD].map(({ keys }) => keys.join(' '));

const client = new QueryClient();
client.setQueryData(['award'], [{ _id: 'award-1', title: 'First prize', issuer: 'Society' }]);

function Palette() {
  return useContentGroups().map(({ heading, items }) =>
    items.map(({ name, detail, to }) => \`\${heading}: \${name}, \${detail}, \${to}\`),
  );
}

export const palette = renderToStaticMarkup(
  <QueryClientProvider client={client}>
    <Palette />
  </QueryClientProvider>,
);

const now = new Date().toISOString();
const item = { _id: 'award-1', noun: 'award', title: 'First prize', detail: '', image: null };
export const trashRow = renderToStaticMarkup(
  <TooltipProvider>
    <TrashRow item={{ ...item, deletedAt: now, expiresAt: now }} />
  </TooltipProvider>,
);
`;
