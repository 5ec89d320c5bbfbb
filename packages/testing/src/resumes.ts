import type { Entry, Resume } from '@vitrine/resume/resume';

/** Fits on one page, with two roles at one organization. */
export const RESUME: Resume = {
  language: 'en',
  title: 'Resume of Ada Lovelace',
  name: 'Ada Lovelace',
  headline: 'Software engineer',
  location: 'London',
  photo: '',
  references: [],
  contacts: [
    { kind: 'email', text: 'ada@example.com', url: 'mailto:ada@example.com' },
    { kind: 'phone', text: '+44 20 7946 0018', url: 'tel:+442079460018' },
    { kind: 'website', text: 'ada.example.com', url: 'https://ada.example.com' },
    { kind: 'GitHub', text: 'github.com/ada-example', url: 'https://github.com/ada-example' },
  ],
  sections: [
    {
      kind: 'text',
      name: 'summary',
      heading: 'Summary',
      text: 'I make software that explains itself. Ten years between design systems and databases have taught me that the two are the same craft: deciding what to leave out.',
      paragraphs: [],
    },
    {
      kind: 'entries',
      name: 'experience',
      heading: 'Experience',
      groups: [
        {
          dates: '2021 – now',
          entries: [
            entryOf({
              title: 'Principal engineer',
              organization: 'Analytical Company',
              location: 'London',
              url: 'https://analytical.example.com',
              dates: '2023 – now',
              text: 'Leads the team behind a data notebook that 4,000 analysts open every morning.',
              highlights: [
                'Cut the time to a first chart from 11 seconds to 900 milliseconds by moving aggregation into PostgreSQL.',
                'Wrote the review guide that halved the time a change waits, from two days to one.',
              ],
            }),
            entryOf({
              title: 'Senior engineer',
              organization: 'Analytical Company',
              location: 'London',
              url: 'https://analytical.example.com',
              dates: '2021 – 2023',
              text: 'Rebuilt the query engine and the column format underneath it.',
            }),
          ],
        },
        {
          dates: '',
          entries: [
            entryOf({
              title: 'Design engineer',
              organization: 'Loom and Bloom',
              location: 'Bristol',
              dates: '2017 – 2021',
              text: 'Built the design system and the pattern editor, from the first sketch to the loom.',
            }),
          ],
        },
      ],
    },
    {
      kind: 'entries',
      name: 'projects',
      heading: 'Projects',
      groups: [
        {
          dates: '',
          entries: [
            entryOf({
              title: 'Tidewatch',
              url: 'https://tidewatch.example.com',
              dates: '2026',
              text: 'Shows the tide at 900 harbours. Works without a network for three days.',
              technologies: ['TypeScript', 'PostgreSQL', 'Service workers'],
            }),
          ],
        },
      ],
    },
    {
      kind: 'entries',
      name: 'education',
      heading: 'Education',
      groups: [
        {
          dates: '',
          entries: [
            entryOf({
              title: 'BSc Mathematics',
              organization: 'University of Cambridge',
              dates: '2009 – 2012',
            }),
          ],
        },
      ],
    },
    {
      kind: 'items',
      name: 'skills',
      heading: 'Skills',
      groups: [
        { label: 'Languages', items: [{ title: 'TypeScript' }, { title: 'SQL' }] },
        { label: '', items: [{ title: 'Accessibility' }, { title: 'Public speaking' }] },
      ],
    },
  ],
};

export function entryOf(changes: Partial<Entry>): Entry {
  return {
    title: 'Engineer',
    organization: '',
    location: '',
    url: '',
    period: undefined,
    dates: '',
    text: '',
    highlights: [],
    technologies: [],
    ...changes,
  };
}
