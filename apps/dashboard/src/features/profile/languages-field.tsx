import { namesOf } from '@vitrine/contract/collections';
import {
  LANGUAGE_LEVELS,
  type LanguageLevel,
  MAX_LANGUAGE_NAME,
  MAX_LANGUAGES,
} from '@vitrine/contract/options';
import { languageKey } from '@vitrine/contract/text-format';
import { useId, useState } from 'react';
import { describeError, RowItem, RowsField } from '../../components/rows/rows-field.tsx';
import { type Row, type Rows, useRows } from '../../components/rows/use-rows.ts';
import { ExternalLink } from '../../components/text/external-link.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import type { Profile } from './profile.ts';

type Language = NonNullable<Profile['languages']>[number];

/** The global scale of the framework, in a few words. */
const ABOUT: Readonly<Record<LanguageLevel, string>> = {
  native: 'you have spoken it since childhood.',
  C2: 'you understand nearly everything, and express fine shades of meaning.',
  C1: 'you express ideas fluently, for work and study.',
  B2: 'you talk with native speakers without strain, also about your field.',
  B1: 'you manage most situations at work, at school and on a journey.',
  A2: 'you talk about everyday matters in simple sentences.',
  A1: 'you introduce yourself, and use simple phrases.',
};

const LEVELS = namesOf(LANGUAGE_LEVELS);

const FRAMEWORK =
  'https://www.coe.int/en/web/common-european-framework-reference-languages/level-descriptions';

/** The languages that the owner speaks, with their levels. */
export function LanguagesField({ profile }: { readonly profile: Profile }) {
  const rows = useRows<Language>({
    initial: profile.languages ?? [],
    max: MAX_LANGUAGES,
    empty: { name: '', level: 'B1' },
    nameOf: ({ name }) => name.trim() || 'Language',
  });
  const id = useId();
  const [chosen, setChosen] = useState<number>();
  const level = (rows.all.find(({ key }) => key === chosen) ?? rows.all[0])?.level;
  return (
    <RowsField
      name="languages"
      label="Languages you speak"
      hint="On your site and resume, in this order."
      thing="language"
      rows={rows}
      input={languagesInput(rows.all)}
      renderRow={(row, index) => (
        <LanguageRow
          key={row.key}
          {...{ row, index, rows, id }}
          onChoose={() => setChosen(row.key)}
        />
      )}
    >
      {level && (
        <p id={`${id}-level`} className="mt-2 text-xs text-ink-3">
          Levels follow the{' '}
          <ExternalLink href={FRAMEWORK} className="text-accent underline underline-offset-2">
            European framework (CEFR)
          </ExternalLink>
          . {level === 'native' ? 'Native' : level}: {ABOUT[level]}
        </p>
      )}
      <Suggestions id={`${id}-names`} />
    </RowsField>
  );
}

interface LanguageRowProps {
  readonly row: Row<Language>;
  readonly index: number;
  readonly rows: Rows<Language>;
  /** Of the field, which the IDs of the suggestions and of the explanation start with. */
  readonly id: string;
  /** The level of this row is explained. */
  readonly onChoose: () => void;
}

function LanguageRow({ row, index, rows, id, onChoose }: LanguageRowProps) {
  const name = row.name.trim() || `language ${index + 1}`;
  const earlier = rows.all.slice(0, index).map((other) => languageKey(other.name));
  const key = languageKey(row.name);
  // The message of the contract's field.ts.
  const isRepeated = key !== '' && earlier.includes(key);
  const error = isRepeated ? 'This language is already in the list.' : undefined;
  return (
    <RowItem
      {...{ rows, row, index, name, error }}
      first={
        <Input
          aria-label={row.name.trim() === '' ? `Language ${index + 1}` : `Name of ${name}`}
          {...describeError(row, error)}
          autoComplete="off"
          list={`${id}-names`}
          maxLength={MAX_LANGUAGE_NAME}
          placeholder="Language"
          value={row.name}
          onFocus={onChoose}
          onChange={({ target }) => rows.write(row, { name: target.value })}
          onKeyDown={(event) => rows.moveByKey(event, row)}
        />
      }
      second={
        <Select
          aria-label={`Level of ${name}`}
          aria-describedby={`${id}-level`}
          value={row.level}
          onFocus={onChoose}
          onChange={({ target }) =>
            rows.write(row, { level: LEVELS.find((one) => one === target.value) ?? row.level })
          }
        >
          {LEVELS.map((level) => (
            <option key={level} value={level}>
              {LANGUAGE_LEVELS[level]}
            </option>
          ))}
        </Select>
      }
    />
  );
}

/** What the form sends. A row without a name is not a language. */
function languagesInput(rows: readonly Language[]): string {
  const languages = rows.map(({ name, level }) => ({ name: name.trim(), level }));
  return JSON.stringify(languages.filter(({ name }) => name !== ''));
}

/** The names of languages in English. Owners of a site in another language write them themselves. */
function Suggestions({ id }: { readonly id: string }) {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return (
    <datalist id={id}>
      {CODES.map((code) => (
        <option key={code} value={names.of(code)} />
      ))}
    </datalist>
  );
}

/** The languages with the most speakers, and those of states. Any other name can be written. */
const CODES =
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu ha he hi hr hu hy id ig is it ja jv ka kk km kn ko ku ky lb lo lt lv mg mk ml mn mr ms mt my nb ne nl nn or pa pl ps pt rm ro ru rw sd si sk sl so sq sr st su sv sw ta te tg th tk tn tr uk ur uz vi wo xh yo yue zh zu'.split(
    ' ',
  );
