import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CitationsStandIn {
  readonly url: string;
  readonly settings: { readonly DOI_URL: string; readonly ORCID_API_URL: string };
  /** The paths that were requested. */
  readonly requests: string[];
  stop(): Promise<void>;
}

/** The record that ORCID uses in its own documentation. */
export const ORCID_ID = '0000-0002-1825-0097';

/**
 * Answers as doi.org does, when it is asked for CSL-JSON, and as ORCID's public API, with the
 * properties of their real responses. Knows some DOIs and one record, and DOIs and iDs whose names
 * say what goes wrong.
 */
export async function startCitations(): Promise<CitationsStandIn> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    settings: { DOI_URL: url, ORCID_API_URL: url },
    requests,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function respond({ url = '', headers, socket }: IncomingMessage, response: ServerResponse): void {
  const path = decodeURIComponent(url.slice(1));
  const isCsl = headers.accept === 'application/vnd.citationstyles.csl+json';
  const send = (status: number, body: unknown, more: Record<string, string> = {}) =>
    response
      .writeHead(status, { 'content-type': headers.accept ?? 'application/json', ...more })
      .end(JSON.stringify(body));
  const known = isCsl ? BY_DOI[path] : BY_PATH[path];
  if (known) return void send(200, known);
  // As doi.org does for all DOIs.
  if (isCsl && BY_DOI[path.replace(/^moved\//, '')])
    return void send(302, {}, { location: `/${path.replace(/^moved\//, '')}` });
  switch (path.replace(/^10\.5555\/|\/record$/g, '')) {
    case 'moved':
      return void send(302, {}, { location: '/10.5555/jei.2026.0312' });
    case 'around':
      return void send(302, {}, { location: '/10.5555/around' });
    case 'elsewhere':
      return void send(302, {}, { location: 'http://127.0.0.1:1/10.5555/jei.2026.0312' });
    case 'busy':
    case '0000-0000-0000-0006':
      return void send(429, {}, { 'retry-after': '60' });
    case 'huge':
      return void send(200, { title: 'x'.repeat(20_000_000) });
    case 'broken':
      return void response.writeHead(200).end('{"title":');
    case 'strange':
      return void send(200, ['nothing', 'useful']);
    case 'failing':
    case '0000-0000-0000-0014':
      return void send(500, {});
    case 'endless':
      // Sends a header and no more.
      return void response.writeHead(200).flushHeaders();
    case 'hostile':
      return void send(200, HOSTILE, { 'content-type': 'text/html' });
    case 'disconnecting':
      return void socket.destroy();
    default:
      return void send(404, { 'response-code': 404, 'error-code': 9016 });
  }
}

/** As Crossref describes an article: titles are texts in CSL-JSON, and the DOI is an address in `URL`. */
const ARTICLE = {
  indexed: { 'date-parts': [[2026, 11, 2]], timestamp: 1_793_577_600_000, version: '3.26' },
  'reference-count': 31,
  publisher: 'Society for Everyday Interfaces',
  issue: '3',
  content: {},
  abstract:
    '<jats:title>Abstract</jats:title><jats:p>People in a hurry read <jats:italic>ranges</jats:italic> as promises &amp; plan badly.</jats:p>',
  DOI: '10.5555/jei.2026.0312',
  type: 'journal-article',
  created: { 'date-parts': [[2026, 2, 11]] },
  page: '201-219',
  source: 'Crossref',
  'is-referenced-by-count': 4,
  title: 'Showing uncertainty to people in a hurry',
  prefix: '10.5555',
  volume: '12',
  author: [
    { given: 'Ada', family: 'Lovelace', sequence: 'first', affiliation: [] },
    { given: 'Mary', family: 'Anning', sequence: 'additional', affiliation: [] },
    { given: 'Ernestine', family: 'Rose', sequence: 'additional', affiliation: [] },
  ],
  member: '1',
  'container-title': 'Journal of Everyday Interfaces',
  language: 'en',
  link: [{ URL: 'https://journal.example/jei.2026.0312.pdf', 'content-type': 'application/pdf' }],
  issued: { 'date-parts': [[2026, 2]] },
  'references-count': 31,
  URL: 'http://dx.doi.org/10.5555/jei.2026.0312',
  ISSN: ['1234-5679'],
  published: { 'date-parts': [[2026, 2]] },
};

/** As DataCite describes a preprint. */
const PREPRINT = {
  type: 'article',
  id: 'https://doi.org/10.48550/arxiv.1842.00001',
  categories: ['Computation and Language (cs.CL)'],
  author: [
    { family: 'Lovelace', given: 'Ada' },
    { family: 'Müller', given: 'Jörg' },
    { literal: 'The Engine Group' },
  ],
  issued: { 'date-parts': [[2024]] },
  abstract: 'A note on notes.',
  DOI: '10.48550/ARXIV.1842.00001',
  publisher: 'arXiv',
  title: 'Notes on Notes',
};

/** Markup, scripts and values of the wrong type in every place. */
const HOSTILE = {
  ...{ type: '__proto__', DOI: '10.5555/hostile', issued: { 'date-parts': [[2026]] } },
  title: 'Uncertainty\u0000<img src=x onerror=alert(1)>',
  author: [
    { family: '</script><script>alert(1)</script>', given: ['x'] },
    null,
    7,
    { literal: {} },
  ],
  'container-title': ['{{7*7}}', {}],
  URL: 'javascript:alert(1)',
  link: [{ URL: 'file:///etc/passwd', 'content-type': 'application/pdf' }],
  abstract: { toString: 'x' },
  page: 3,
  constructor: { prototype: {} },
};

const BY_DOI: Readonly<Record<string, object>> = {
  '10.5555/jei.2026.0312': ARTICLE,
  '10.48550/arxiv.1842.00001': PREPRINT,
};

const value = (text: string) => ({ value: text });

interface WorkFields {
  readonly title: string;
  readonly subtitle?: string;
  readonly type: string;
  readonly journal?: string;
  readonly date?: readonly [year: string, month?: string];
  readonly ids?: readonly (readonly [type: string, value: string, relationship?: string])[];
  readonly url?: string;
  readonly about?: string;
  readonly bibtex?: string;
  readonly people?: readonly (readonly [name: string, role?: string])[];
}

function toWork(code: number, fields: WorkFields) {
  const { title, subtitle, type, journal, date, ids = [], url, about, bibtex, people } = fields;
  return {
    'created-date': { value: 1_460_757_617_078 },
    'last-modified-date': { value: 1_708_705_404_561 },
    source: {
      'source-orcid': null,
      'source-client-id': { uri: 'https://orcid.org/client/0000-0001-9884-1913' },
      'source-name': value('Crossref'),
      'assertion-origin-orcid': null,
    },
    'put-code': code,
    path: `/${ORCID_ID}/work/${code}`,
    title: {
      title: value(title),
      subtitle: subtitle === undefined ? null : value(subtitle),
      'translated-title': null,
    },
    'journal-title': journal === undefined ? null : value(journal),
    'short-description': about ?? null,
    citation: bibtex === undefined ? null : { 'citation-type': 'bibtex', 'citation-value': bibtex },
    type,
    'publication-date': date && {
      year: value(date[0]),
      month: date[1] === undefined ? null : value(date[1]),
      day: null,
    },
    'external-ids': {
      'external-id': ids.map(([kind, id, relationship = 'self']) => ({
        'external-id-type': kind,
        'external-id-value': id,
        'external-id-normalized': { ...value(id), transient: true },
        'external-id-normalized-error': null,
        'external-id-url': kind === 'doi' ? value(`https://doi.org/${id}`) : null,
        'external-id-relationship': relationship,
      })),
    },
    url: url === undefined ? null : value(url),
    contributors: people && {
      contributor: people.map(([name, role = 'author'], index) => ({
        'contributor-orcid': null,
        'credit-name': value(name),
        'contributor-email': null,
        'contributor-attributes': {
          'contributor-sequence': index === 0 ? 'first' : 'additional',
          'contributor-role': role,
        },
      })),
    },
    'language-code': null,
    country: null,
    visibility: 'public',
  };
}

const WORKS = [
  toWork(101, {
    title: 'Showing uncertainty to people in a hurry',
    type: 'journal-article',
    journal: 'Journal of Everyday Interfaces',
    date: ['2026', '02'],
    ids: [
      ['issn', '1234-5679', 'part-of'],
      ['doi', '10.5555/jei.2026.0312'],
    ],
    url: 'https://doi.org/10.5555/jei.2026.0312',
    people: [['Ada Lovelace'], ['Mary Anning'], ['Ernestine Rose']],
    bibtex: `@article{Lovelace_2026, title={Showing uncertainty to people in a hurry}, volume={12}, url={https://doi.org/10.5555/jei.2026.0312}, number={3}, journal={Journal of Everyday Interfaces}, author={Lovelace, Ada and Anning, Mary and Rose, Ernestine}, year={2026}, month=feb, pages={201--219} }`,
  }),
  toWork(102, {
    title: 'What to leave out',
    subtitle: 'defaults in data notebooks',
    type: 'conference-paper',
    journal: 'Proceedings of the Conference on Readable Data',
    date: ['2026'],
    ids: [
      ['doi', '10.5555/crd.2026', 'part-of'],
      ['doi', '10.5555/crd.2026.44'],
    ],
    people: [['Ada Lovelace'], ['Jean-Luc de la Tour'], ['Charles Babbage', 'editor']],
  }),
  toWork(103, {
    title: 'A column format for notebooks',
    type: 'journal-article',
    date: ['2024', '11'],
    bibtex: String.raw`@article{boole2024, author = {Boole, George and Lovelace, Ada and {De Morgan}, Augustus and {\L}ukasiewicz, Jan}, title = {A column format}, journal = {Transactions on Patient Databases}, volume = {7}, pages = {1-28}, year = {2024}}`,
  }),
  toWork(104, {
    title: 'How people read numbers that change',
    type: 'dissertation-thesis',
    date: ['2014'],
    url: 'https://theses.example/1842?a=1&b=2',
    about: 'A thesis about reading.',
    people: [],
  }),
  toWork(105, {
    title: 'Nanoseconds, explained',
    type: 'lecture-speech',
    journal: 'Summer School',
    date: ['2019', '07'],
    bibtex: 'This is not BibTeX.',
    people: [['Lovelace, Ada']],
  }),
];

/** Of works that several sources added, the preferred one is first. */
const RECORD = {
  'orcid-identifier': { uri: `https://orcid.org/${ORCID_ID}`, path: ORCID_ID, host: 'orcid.org' },
  preferences: { locale: 'en' },
  person: {
    name: {
      'given-names': value('Ada'),
      'family-name': value('Lovelace'),
      'credit-name': null,
      source: null,
      visibility: 'public',
      path: ORCID_ID,
    },
    'other-names': { 'other-name': [], path: `/${ORCID_ID}/other-names` },
  },
  'activities-summary': {
    works: {
      'last-modified-date': { value: 1_708_705_404_561 },
      group: WORKS.map((work) => ({
        'last-modified-date': { value: 1_708_705_404_561 },
        'external-ids': work['external-ids'],
        'work-summary': [work, { ...work, 'put-code': work['put-code'] + 1000 }].map(
          ({ contributors: _, citation: __, 'short-description': ___, ...summary }) => summary,
        ),
      })),
      path: `/${ORCID_ID}/works`,
    },
  },
  path: `/${ORCID_ID}`,
};

const BY_PATH: Readonly<Record<string, object>> = {
  [`${ORCID_ID}/record`]: RECORD,
  [`${ORCID_ID}/works/101,102,103,104,105`]: {
    bulk: [
      ...WORKS.map((work) => ({ work })),
      { error: { 'response-code': 404, 'error-code': 9016 } },
    ],
  },
};
