import type { ResumeTemplate } from '@vitrine/contract/options';
import type { Span } from '@vitrine/markdown/inline';
import type {
  Contact,
  Entry,
  EntryGroup,
  EntrySection,
  Item,
  Resume,
  TextSection,
} from './resume.ts';

/** What a template of the PDF sets, in its order. The machine check expects the same. */
export interface Layout {
  readonly name: string;
  readonly headline: string;
  readonly contacts: readonly LayoutContact[];
  readonly sections: readonly LayoutSection[];
}

export interface LayoutContact extends Omit<Contact, 'kind'> {
  readonly kind: Contact['kind'] | 'location';
}

export type LayoutSection = { readonly heading: string } & (
  | ({ readonly kind: 'text' } & Pick<TextSection, 'text' | 'paragraphs'>)
  | { readonly kind: 'entries'; readonly groups: readonly LayoutGroup[] }
  | { readonly kind: 'items'; readonly groups: readonly LayoutItems[] }
);

/** Roles at one organization below its name, or one entry. */
interface LayoutGroup {
  readonly head: Head | null;
  readonly entries: readonly LayoutEntry[];
}

interface LayoutEntry {
  readonly head: Head;
  readonly citation: readonly Span[];
  readonly text: string;
  readonly highlights: readonly string[];
  readonly technologies: readonly string[];
}

/** A line such as `Analytical Company, London · 2021 – now`. */
export interface Head {
  readonly parts: readonly Part[];
  readonly dates: string;
}

interface Part {
  readonly text: string;
  readonly url: string;
  readonly style: 'strong' | 'role' | 'plain' | 'quiet';
}

interface LayoutItems {
  readonly label: string;
  readonly items: readonly Pick<Item, 'title' | 'url'>[];
}

export function layOut(resume: Resume, template: ResumeTemplate): Layout {
  const { name, headline, location, contacts } = resume;
  return {
    name,
    headline,
    contacts:
      location === '' ? contacts : [{ kind: 'location', text: location, url: '' }, ...contacts],
    sections: resume.sections.map((section): LayoutSection => {
      const { heading } = section;
      if (section.kind === 'text') {
        const { text, paragraphs } = section;
        return { heading, kind: 'text', text, paragraphs };
      }
      if (section.kind === 'items')
        return {
          heading,
          kind: 'items',
          groups: section.groups.map(({ label, items }) => ({
            label,
            items: items.map(({ title, url = '' }) => ({ title, url })),
          })),
        };
      const startsWithOrganization = template === 'classic' && isWork(section);
      const groups = section.groups.map((group) => layOutGroup(group, startsWithOrganization));
      return { heading, kind: 'entries', groups };
    }),
  };
}

function isWork({ name }: EntrySection): boolean {
  return name === 'experience' || name === 'volunteering';
}

function layOutGroup(group: EntryGroup, startsWithOrganization: boolean): LayoutGroup {
  const { entries } = group;
  const [first] = entries;
  if (!first || entries.length === 1)
    return {
      head: null,
      entries: entries.map((entry) =>
        layOutEntry(entry, layOutHead(entry, startsWithOrganization)),
      ),
    };
  const location = shared(entries.map((entry) => entry.location));
  const url = shared(entries.map((entry) => entry.url));
  return {
    head: {
      parts: filled([
        { text: first.organization, url, style: 'strong' },
        { text: location, url: '', style: 'quiet' },
      ]),
      dates: group.dates,
    },
    entries: entries.map((entry) =>
      layOutEntry(entry, {
        parts: filled([
          { text: entry.title, url: url === '' ? entry.url : '', style: 'role' },
          { text: location === '' ? entry.location : '', url: '', style: 'quiet' },
        ]),
        dates: entry.dates,
      }),
    ),
  };
}

function layOutHead(entry: Entry, startsWithOrganization: boolean): Head {
  const { title, organization, location, url, project } = entry;
  const place: Part = { text: location, url: '', style: 'quiet' };
  const parts: Part[] =
    startsWithOrganization && organization !== ''
      ? [
          { text: organization, url, style: 'strong' },
          { text: title, url: '', style: 'role' },
          place,
        ]
      : [
          { text: title, url: organization === '' ? url : '', style: 'strong' },
          {
            text: organization || (project?.role ?? ''),
            url: organization === '' ? '' : url,
            style: 'plain',
          },
          place,
        ];
  return { parts: filled(parts), dates: entry.dates };
}

function layOutEntry(entry: Entry, head: Head): LayoutEntry {
  const { citation = [], text, highlights, technologies } = entry;
  return { head, citation, text, highlights, technologies };
}

/** The value that all have, or an empty text. */
function shared(values: readonly string[]): string {
  const [value = '', ...others] = new Set(values);
  return others.length === 0 ? value : '';
}

function filled(parts: readonly Part[]): Part[] {
  return parts.filter(({ text }) => text !== '');
}
