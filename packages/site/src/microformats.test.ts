import { ORIGIN, render } from '@vitrine/testing/render-site';
import { demoPortfolio } from '@vitrine/testing/site-portfolios';
import { mf2 } from 'microformats-parser';
import { expect, test } from 'vitest';

function microformatsOf(path: string) {
  return mf2(render(demoPortfolio(), path).body, { baseUrl: `${ORIGIN}${path}` });
}

test('the home page has the card of the owner', () => {
  const { avatar } = demoPortfolio().profile;
  const { items, rels } = microformatsOf('/');
  expect(items.filter(({ type }) => type?.includes('h-card'))).toEqual([
    {
      type: ['h-card'],
      properties: {
        name: ['Ada Lovelace'],
        // The page itself comes first and is also the ID, which makes the card representative.
        url: [
          `${ORIGIN}/`,
          'https://github.com/ada-example',
          'https://www.linkedin.com/in/ada-example',
          'https://x.com/ada_example',
          'https://www.instagram.com/ada.example',
          'https://mastodon.social/@ada_example',
          'https://bsky.app/profile/ada.example.com',
        ],
        uid: [`${ORIGIN}/`],
        photo: [{ value: `${ORIGIN}${avatar.url}`, alt: 'Portrait of Ada Lovelace' }],
        'job-title': ['Software engineer'],
        locality: ['London'],
        pronouns: ['she/her'],
        note: [demoPortfolio().profile.aboutMe],
        email: ['mailto:ada@example.com'],
      },
    },
  ]);
  expect(rels['me']).toEqual([
    'https://github.com/ada-example',
    'https://www.linkedin.com/in/ada-example',
    'https://x.com/ada_example',
    'https://www.instagram.com/ada.example',
    'https://mastodon.social/@ada_example',
    'https://bsky.app/profile/ada.example.com',
    'mailto:ada@example.com',
  ]);
  expect(rels['alternate']).toEqual([`${ORIGIN}/feed.xml`, `${ORIGIN}/feed.json`]);
});

test('posts are entries, in lists and on their pages', () => {
  const entry = {
    name: ['What the printed table knew'],
    url: [`${ORIGIN}/writing/what-the-printed-table-knew`],
    published: ['2026-05-12'],
  };
  const { items: listed } = microformatsOf('/writing');
  expect(listed).toHaveLength(demoPortfolio().posts.length);
  expect(listed[0]).toMatchObject({ type: ['h-entry'], properties: entry });
  const { items: shown } = microformatsOf('/writing/what-the-printed-table-knew');
  expect(shown).toMatchObject([
    { properties: { ...entry, category: ['Tables', 'Typography', 'Tidewatch'] } },
  ]);
});

test('a project is an entry with its author, date, picture and text', () => {
  const [project] = demoPortfolio().projects;
  const { items } = microformatsOf('/projects/tidewatch');
  expect(items).toEqual([
    {
      type: ['h-entry'],
      properties: {
        name: ['Tidewatch'],
        summary: ['Tides for 900 harbors, online or offline.'],
        url: [`${ORIGIN}/projects/tidewatch`],
        published: ['2026-06-20T09:00:00.000Z'],
        updated: ['2026-07-20T09:30:00.000Z'],
        author: [
          {
            type: ['h-card'],
            properties: { name: ['Ada Lovelace'], url: [`${ORIGIN}/`] },
            value: 'Ada Lovelace',
          },
        ],
        featured: [{ value: `${ORIGIN}${project?.projectBanner.url}`, alt: project?.bannerAlt }],
        category: ['TypeScript', 'React', 'PostgreSQL', 'Service workers'],
        content: [
          {
            value: expect.stringContaining('Porthgarrow dries out twice a day.'),
            html: expect.stringContaining('<h2 id="s-the-problem">The problem</h2>'),
          },
        ],
      },
    },
  ]);
});
