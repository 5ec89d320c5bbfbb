import { readFileSync } from 'node:fs';
import {
  type CitationsStandIn,
  ORCID_ID,
  startCitations,
} from '@vitrine/testing/citations-stand-in';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fetchDoi } from './fetch-doi.ts';
import { fetchOrcid } from './fetch-orcid.ts';
import { readBibtex, readRis } from './read-citations.ts';
import { type RawPublication, readCsl, toDoi } from './read-csl.ts';
import { invertName, readOrcidWork } from './read-orcid.ts';

let citations: CitationsStandIn;
beforeAll(async () => {
  citations = await startCitations();
});
afterAll(() => citations.stop());

/** The fields that have a value. */
function filled(publication: RawPublication | undefined): Record<string, unknown> {
  const entries = Object.entries(publication ?? {}).filter(([, value]) => value.length > 0);
  return Object.fromEntries(entries);
}

/** Which of the fields that are expected or were read are as expected. */
function countRight(expected: Record<string, unknown>[], read: Record<string, unknown>[]) {
  const names = expected.map((item, index) => Object.keys({ ...item, ...read[index] }));
  const wrong = names.flatMap((fields, index) =>
    fields
      .filter((name) => String(expected[index]?.[name]) !== String(read[index]?.[name]))
      .map((name) => `${index}: ${name} is ${read[index]?.[name]}`),
  );
  return { total: names.flat().length, wrong };
}

describe('reading BibTeX', () => {
  test('reads at least 95 % of the fields of 50 entries', () => {
    const folder = new URL('fixtures/', import.meta.url);
    const { publications, problems } = readBibtex(
      readFileSync(new URL('publications.bib', folder), 'utf8'),
    );
    const expected = z
      .array(z.record(z.string(), z.unknown()))
      .parse(JSON.parse(readFileSync(new URL('publications.json', folder), 'utf8')));
    expect(problems).toEqual([]);
    expect(publications).toHaveLength(50);
    const { total, wrong } = countRight(expected, publications.map(filled));
    expect(wrong.length / total).toBeLessThan(0.05);
  });

  test('names the line of each entry that cannot be read, and reads the others', () => {
    const { publications, problems } = readBibtex(
      [
        '@article{a,',
        '  title = {Not closed',
        '',
        '@article{b, title = {Fine}, year = 2020}',
        '@misc{c,',
        '  year = 2019 }',
        'Text between entries is a comment.',
        '@book{d,',
        '  title {no equals sign},',
        '}',
      ].join('\n'),
    );
    expect(publications.map(({ title }) => title)).toEqual(['Fine']);
    expect(problems).toEqual([
      'Line 1: this entry has no closing brace.',
      'Line 5: this entry has no title.',
      'Line 9: this is not valid BibTeX.',
    ]);
  });

  test('reads entries that start where another ends, and a comma below a letter', () => {
    const { publications, problems } = readBibtex(
      '@misc{a, title={Mure{\\textcommabelow s}an {\\textcommabelow{t}}ara}, year=2020}@misc{b,\n' +
        ' title={Mail to a@misc{sic}}, year=2021} @misc(c, title={Third}, year=2022)\n',
    );
    expect(publications.map(({ title }) => title)).toEqual([
      'Mureșan țara',
      'Mail to a@miscsic',
      'Third',
    ]);
    expect(problems).toEqual([]);
  });

  test('says so if a file has more entries than it reads', () => {
    const { publications, problems } = readBibtex('@misc{a, title={A}, year=2020}\n'.repeat(1001));
    expect(publications).toHaveLength(1000);
    expect(problems).toEqual(['Only the first 1,000 entries were read.']);
  });

  test('takes time in proportion to the size of a hostile file', () => {
    // Time of the processor, so that a busy machine does not count.
    const start = process.cpuUsage();
    readBibtex('@article{a, title={'.repeat(20_000));
    readBibtex(`@article{a, title={${'{'.repeat(50_000)}`);
    readBibtex('\n@a{'.repeat(20_000));
    readBibtex('\n@a{}'.repeat(100_000));
    readBibtex('@a{}'.repeat(100_000));
    readBibtex(`@a{${'}@a{'.repeat(100_000)}`);
    expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
  });
});

describe('reading RIS', () => {
  test('reads the fields of a record, and names the line of one without a title', () => {
    const { publications, problems } = readRis(
      'TY  - JOUR\r\nAU  - Müller, Jörg\r\nAU  - Lovelace, Ada\r\nTI  - A paper\r\nT2  - Journal of X\r\n' +
        'VL  - 3\r\nIS  - 2\r\nSP  - 10\r\nEP  - 20\r\nPY  - 2020/03/01\r\nDO  - 10.1000/1\r\nER  - \r\n\r\n' +
        'TY  - CHAP\r\nAU  - Boole, George\r\nER  - \r\n',
    );
    expect(publications.map(filled)).toEqual([
      {
        kind: 'article',
        title: 'A paper',
        authors: ['Müller, Jörg', 'Lovelace, Ada'],
        venue: 'Journal of X',
        volume: '3',
        issue: '2',
        pages: '10–20',
        publishedOn: '2020-03',
        doi: '10.1000/1',
      },
    ]);
    expect(problems).toEqual(['Line 14: this entry has no title.']);
  });
});

describe('reading a DOI', () => {
  const read = async (doi: string) =>
    filled(readCsl(JSON.parse(await fetchDoi(citations.url, doi))));

  test('reads what Crossref and DataCite return, also after a redirect', async () => {
    const article = {
      kind: 'article',
      title: 'Showing uncertainty to people in a hurry',
      authors: ['Lovelace, Ada', 'Anning, Mary', 'Rose, Ernestine'],
      venue: 'Journal of Everyday Interfaces',
      volume: '12',
      issue: '3',
      pages: '201–219',
      publisher: 'Society for Everyday Interfaces',
      publishedOn: '2026-02',
      doi: '10.5555/jei.2026.0312',
      abstract: 'People in a hurry read ranges as promises & plan badly.',
    };
    expect(await read('10.5555/jei.2026.0312')).toEqual(article);
    expect(await read('10.5555/moved')).toEqual(article);
    expect(await read('10.48550/arxiv.1842.00001')).toEqual({
      kind: 'preprint',
      title: 'Notes on Notes',
      authors: ['Lovelace, Ada', 'Müller, Jörg', 'The Engine Group'],
      publisher: 'arXiv',
      publishedOn: '2024',
      doi: '10.48550/ARXIV.1842.00001',
      abstract: 'A note on notes.',
    });
  });

  test.each([
    ['10.5555/none', 404, 'The DOI 10.5555/none was not found. Check it for typos.'],
    [
      '10.5555/busy',
      429,
      'The registry of DOIs answers only a few requests per hour. Try again in a minute.',
    ],
  ])('explains why %s cannot be read', async (doi, status, message) => {
    await expect(fetchDoi(citations.url, doi)).rejects.toMatchObject({ status, message });
  });

  test.each(['around', 'elsewhere', 'huge', 'failing', 'disconnecting'])(
    'says that the registry is unavailable for %s',
    async (name) => {
      await expect(fetchDoi(citations.url, `10.5555/${name}`)).rejects.toMatchObject({
        status: 502,
        message: 'The registry of DOIs cannot be reached right now. Try again later.',
      });
    },
  );

  test('finds the DOI in its address', () => {
    expect(toDoi('https://doi.org/10.1000/182')).toBe('10.1000/182');
    expect(toDoi('doi: 10.1000/182')).toBe('10.1000/182');
    expect(toDoi('https://example.org/10.1000/182')).toBe('');
  });
});

describe('reading ORCID', () => {
  test('reads all fields of a record, in two requests', async () => {
    const before = citations.requests.length;
    const { name, total, works } = await fetchOrcid(citations.url, ORCID_ID);
    expect([name, total]).toEqual(['Ada Lovelace', 5]);
    expect(citations.requests).toHaveLength(before + 2);
    expect(works.map((work) => filled(readOrcidWork(work, name)))).toEqual([
      {
        kind: 'article',
        title: 'Showing uncertainty to people in a hurry',
        authors: ['Lovelace, Ada', 'Anning, Mary', 'Rose, Ernestine'],
        venue: 'Journal of Everyday Interfaces',
        volume: '12',
        issue: '3',
        pages: '201–219',
        publishedOn: '2026-02',
        doi: '10.5555/jei.2026.0312',
        citationKey: 'Lovelace_2026',
      },
      {
        kind: 'conference-paper',
        title: 'What to leave out: defaults in data notebooks',
        authors: ['Lovelace, Ada', 'de la Tour, Jean-Luc'],
        venue: 'Proceedings of the Conference on Readable Data',
        publishedOn: '2026',
        doi: '10.5555/crd.2026.44',
      },
      {
        kind: 'article',
        title: 'A column format for notebooks',
        authors: ['Boole, George', 'Lovelace, Ada', 'De Morgan, Augustus', 'Łukasiewicz, Jan'],
        venue: 'Transactions on Patient Databases',
        volume: '7',
        pages: '1–28',
        publishedOn: '2024-11',
        citationKey: 'boole2024',
      },
      {
        kind: 'thesis',
        title: 'How people read numbers that change',
        authors: ['Lovelace, Ada'],
        publishedOn: '2014',
        link: 'https://theses.example/1842?a=1&b=2',
        abstract: 'A thesis about reading.',
      },
      {
        kind: 'talk',
        title: 'Nanoseconds, explained',
        authors: ['Lovelace, Ada'],
        venue: 'Summer School',
        publishedOn: '2019-07',
      },
    ]);
  });

  test.each([
    [
      '0000-0000-0000-0001',
      404,
      'ORCID has no record with the iD 0000-0000-0000-0001. Check it for typos.',
    ],
    [
      '0000-0000-0000-0006',
      429,
      'ORCID answers only a few requests per hour. Try again in a minute.',
    ],
    ['0000-0000-0000-0014', 502, 'ORCID cannot be reached right now. Try again later.'],
  ])('explains why %s cannot be read', async (id, status, message) => {
    await expect(fetchOrcid(citations.url, id)).rejects.toMatchObject({ status, message });
  });

  test('inverts names', () => {
    expect(
      ['Ada Lovelace', 'Ludwig van Beethoven', 'Boole, George', 'Plato'].map(invertName),
    ).toEqual(['Lovelace, Ada', 'van Beethoven, Ludwig', 'Boole, George', 'Plato']);
  });
});
