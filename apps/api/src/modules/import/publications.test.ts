import { readFile } from 'node:fs/promises';
import { calls } from '@vitrine/contract/calls';
import { toBibtexFile } from '@vitrine/contract/citation';
import type { Client } from '@vitrine/testing/api-client';
import { startApp, type TestApp } from '@vitrine/testing/app';
import {
  type CitationsStandIn,
  ORCID_ID,
  startCitations,
} from '@vitrine/testing/citations-stand-in';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readBibtex } from './read-citations.ts';

let citations: CitationsStandIn;
let app: TestApp;
let owner: Client;

beforeAll(async () => {
  citations = await startCitations();
  app = await startApp({
    settings: { DOI_URL: `${citations.url}/`, ORCID_API_URL: citations.url },
  });
  owner = await app.owner();
});
afterAll(async () => {
  await app.stop();
  await citations.stop();
});
beforeEach(async () => {
  for (const { _id } of await list())
    await owner.call(calls.publication.remove, { params: { id: _id } });
});

const list = async () => (await owner.call(calls.publication.list)).body.publications;
const readText = (text: string) =>
  owner.call(calls.import.read, { file: Buffer.from(text), query: { name: 'list.bib' } });
const readDois = (...dois: string[]) => owner.call(calls.import.readDoi, { json: { dois } });
const readOrcid = (id: string) => owner.call(calls.import.readOrcid, { json: { id } });

type Read = Awaited<ReturnType<typeof readText>>;

async function apply({ body: { proposals } }: Read): Promise<string> {
  const items = proposals.map(({ item }) => item);
  const { status, body } = await owner.call(calls.import.apply, { json: { items } });
  expect(status).toBe(201);
  return body.id;
}

describe('importing publications', () => {
  test('adds the entries of a BibTeX file once', async () => {
    const text = await readFile(new URL('fixtures/publications.bib', import.meta.url), 'utf8');
    const first = await readText(text);
    expect(first.body).toMatchObject({
      source: 'bibtex',
      summary: 'Read 50 entries of BibTeX',
      existing: [],
      problems: [],
    });
    // Three of them are older than what a date can hold.
    expect(first.body.proposals.length).toBeGreaterThan(40);
    await apply(first);
    const again = await readText(text);
    expect(again.body.proposals).toEqual([]);
    expect(again.body.existing).toHaveLength(first.body.proposals.length);
  });

  test('reads its own BibTeX without a change', async () => {
    const text = await readFile(new URL('fixtures/publications.bib', import.meta.url), 'utf8');
    await apply(await readText(text));
    const publications = await list();
    const copied = toBibtexFile(publications);
    expect(readBibtex(copied).problems).toEqual([]);
    const { body } = await readText(copied);
    expect(body.proposals.map(({ title, changes }) => [title, changes])).toEqual([]);
  });

  test('finds duplicates by DOI, then by title and year, and offers what differs', async () => {
    await owner.call(calls.publication.add, {
      json: {
        title: 'Another title',
        publishedOn: '2026',
        doi: '10.5555/JEI.2026.0312',
        pages: '201–218',
      },
    });
    await owner.call(calls.publication.add, {
      json: { title: 'How people read numbers that change!', kind: 'thesis', publishedOn: '2014' },
    });
    const { body } = await readOrcid(`https://orcid.org/${ORCID_ID}`);
    expect(body).toMatchObject({ source: 'orcid', summary: 'Found 5 works of Ada Lovelace' });
    const shown = body.proposals.map(({ title, detail, isSelected }) => [
      title,
      detail,
      isSelected,
    ]);
    expect(shown).toEqual([
      ['Another title', expect.stringContaining('fields differ'), false],
      [
        'What to leave out: defaults in data notebooks',
        'Publication · Lovelace, de la Tour · Proceedings of the Conference on Readable Data · 2026 · doi:10.5555/crd.2026.44',
        true,
      ],
      [
        'A column format for notebooks',
        'Publication · Boole, Lovelace, De Morgan, … · Transactions on Patient Databases 7, 1–28 · 2024 · No DOI',
        true,
      ],
      ['How people read numbers that change!', 'Publication · 3 fields differ', true],
      ['Nanoseconds, explained', 'Publication · Lovelace · Summer School · 2019 · No DOI', true],
    ]);
    const pages = body.proposals[0]?.changes.find(({ label }) => label === 'Pages');
    expect(pages).toMatchObject({ before: '201–218', after: '201–219' });
    await apply({ status: 200, body } as Read);
    expect(await list()).toHaveLength(5);
    expect((await readOrcid(ORCID_ID)).body.proposals).toEqual([]);
  });

  test('is undone in one step', async () => {
    await owner.call(calls.publication.add, {
      json: { title: 'Another title', publishedOn: '2026', doi: '10.5555/jei.2026.0312' },
    });
    const before = await list();
    const id = await apply(await readOrcid(ORCID_ID));
    expect(await list()).toHaveLength(5);
    await owner.call(calls.import.undo, { params: { id } });
    expect(await list()).toEqual(before);
  });

  test('reads the DOIs that exist, and names the others', async () => {
    const { body } = await readDois('https://doi.org/10.5555/jei.2026.0312', '10.5555/none');
    expect(body.proposals.map(({ title }) => title)).toEqual([
      'Showing uncertainty to people in a hurry',
    ]);
    expect(body.problems).toEqual(['The DOI 10.5555/none was not found. Check it for typos.']);
  });

  test.each([
    ['10.5555/none', 404, 'The DOI 10.5555/none was not found. Check it for typos.'],
    ['10.5555/failing', 502, 'The registry of DOIs cannot be reached right now. Try again later.'],
  ])('explains why %s cannot be read', async (doi, status, message) => {
    const response = await readDois(doi);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ message });
  });

  test('names the line of an entry that cannot be read', async () => {
    const { body } = await readText('@article{a, title={Fine}, year=2020}\n@misc{b, year={2019}}');
    expect(body.proposals.map(({ title }) => title)).toEqual(['Fine']);
    expect(body.problems).toEqual(['Line 2: this entry has no title.']);
  });

  test('rejects what is no iD and no DOI before it asks a service', async () => {
    const before = citations.requests.length;
    expect((await readOrcid('../works')).status).toBe(400);
    expect((await readDois('10.5555')).status).toBe(400);
    expect((await readDois()).status).toBe(400);
    expect(citations.requests).toHaveLength(before);
  });
});
