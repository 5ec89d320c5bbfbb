import { day as daySchema } from '@vitrine/contract/field';
import type { ImportPicture } from '@vitrine/contract/import';
import { isSlug, slugOf } from '@vitrine/contract/text-format';
import { readPostPath } from './post-path.ts';
import { isObject, type Json } from './read-json.ts';
import {
  createPictureFinder,
  type FileIndex,
  type PictureFinder,
  replacePictures,
} from './read-post-pictures.ts';

/** A post as its file has it. */
export interface RawPost {
  readonly title: string;
  readonly slug: string;
  readonly date: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly cover: string;
  readonly coverAlt: string;
  readonly coverDecorative: boolean;
  readonly coverFocalX: number;
  readonly coverFocalY: number;
  readonly body: string;
  readonly isDraft: boolean;
  readonly pictures: readonly ImportPicture[];
  readonly missingPictures: readonly string[];
  readonly remarks: readonly string[];
}

/** The names of a field in front matter. The first one with a value counts, and of tags all of them. */
const NAMES = {
  title: ['title'],
  slug: ['slug', 'permalink', 'url'],
  date: [
    ...['date', 'pubDate', 'pubDatetime', 'publishDate', 'publishdate', 'publishedAt'],
    ...['published', 'created'],
  ],
  tags: ['tags', 'tag', 'categories', 'category'],
  summary: ['description', 'summary', 'excerpt'],
  cover: ['cover', 'image', 'coverImage', 'heroImage', 'featured_image', 'thumbnail', 'images'],
  coverAlt: ['coverAlt', 'coverImageAlt', 'heroImageAlt', 'heroAlt', 'image_alt', 'imageAlt'],
} as const;

export const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  ...Object.values(NAMES).flat(),
  ...['draft', 'isDraft', 'params'],
]);

export function readPost(path: string, data: Json, content: string, files: FileIndex): RawPost {
  // Hugo has the fields of a theme in `params`.
  const { params } = data;
  const fields: Json = isObject(params) ? { ...params, ...data } : data;
  const valuesOf = (field: keyof typeof NAMES) =>
    NAMES[field].flatMap((name) =>
      Object.hasOwn(fields, name) ? [{ name, value: fields[name] }] : [],
    );
  const textOf = (field: keyof typeof NAMES) =>
    valuesOf(field)
      .map(({ value }) => toText(value))
      .find(Boolean) ?? '';
  const fromPath = readPostPath(path);
  const { title, body } = splitTitle(textOf('title'), content);
  const dates = [...valuesOf('date').map(({ value }) => value), fromPath.day];
  const day = dates.map(readPostDay).find(Boolean) ?? '';
  // Hugo can have a `publishDate` beside the date.
  const [dueOn] = dates.filter(isInFuture).map(readPostDay);
  const finder = createPictureFinder(path, files);
  const text = withoutCode(body);
  return {
    title: title || humanize(fromPath.name) || 'Untitled',
    slug: readSlug(textOf('slug')) || slugOf(fromPath.name),
    date: day,
    tags: valuesOf('tags').flatMap(({ name, value }) => readTags(name, value, fromPath.day !== '')),
    summary: textOf('summary').replace(/\s+/g, ' '),
    ...readCover(
      valuesOf('cover').map(({ value }) => value),
      textOf('coverAlt'),
      finder,
    ),
    body: replacePictures(body, finder),
    isDraft:
      fromPath.isDraft ||
      dueOn !== undefined ||
      [fields['draft'], fields['isDraft']].some((value) => YES.test(String(value))) ||
      NO.test(String(fields['published'])),
    pictures: [...finder.found.values()],
    missingPictures: [...finder.missing],
    remarks: [
      ...(day === '' && textOf('date') !== '' ? ['Its date cannot be read'] : []),
      ...(dueOn ? [`It is due on ${dueOn}, so it stays a draft`] : []),
      ...(finder.hasRemote ? ['Pictures of other sites are not shown'] : []),
      ...UNREAD.filter(([, pattern]) => pattern.test(text)).map(([name]) => name),
    ],
  };
}

/** In YAML 1.1, which Jekyll reads, these words are not texts. */
const YES = /^(?:true|yes|on)$/i;
const NO = /^(?:false|no|off)$/i;

/** What generators make something of, by what becomes of it here. */
const UNREAD = [
  ['Shortcodes stay as text', /\{\{[<%]/],
  ['Liquid tags stay as text', /\{%|\{\{(?![<%])/],
  ['Components of MDX stay as text', /^(?:import|export)\s.+|^<[A-Z]/m],
  ['Only pictures written as ![…](…) are imported', /<img\s|!\[[^[\]\n]{0,500}\](?!\()/i],
] as const;

function withoutCode(body: string): string {
  return body
    .replace(/^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))/gm, '')
    .replace(/`[^`\n]+`/g, '');
}

/** Without a title in the front matter, the first heading is the title. */
function splitTitle(title: string, content: string) {
  const heading = title === '' ? /^# +(.+?)[ \t#]*(?:\n\s*?(?=\S)|$)/.exec(content) : null;
  return heading
    ? { title: heading[1] ?? '', body: content.slice(heading[0].length) }
    : { title, body: content };
}

/** As in `My first post` for `my-first-post`. */
function humanize(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The last part of an address, such as `/2024/title/`. Jekyll can compute it from other fields. */
function readSlug(address: string): string {
  const last =
    address
      .replace(/\/+$/, '')
      .replace(/\.html?$/, '')
      .split('/')
      .at(-1) ?? '';
  if (last.includes(':')) return '';
  return isSlug(last) ? last : slugOf(last);
}

/** A list, or a text with commas. In Jekyll, spaces separate tags, but not the words of a category. */
function readTags(name: string, value: unknown, isJekyll: boolean): string[] {
  if (Array.isArray(value)) return value.map(toText).filter(Boolean);
  const text = toText(value);
  const isSpaced = isJekyll && name !== 'category' && !text.includes(',');
  return text
    .split(isSpaced ? /\s+/ : ',')
    .map((tag) => tag.trim())
    .filter(Boolean);
}

/** The address of a file, or an object with it, as in `{ image, alt }`. */
function readCover(values: readonly unknown[], text: string, finder: PictureFinder) {
  const [value] = values.map((one) => (Array.isArray(one) ? one[0] : one)).filter(Boolean);
  const cover: Json = isObject(value) ? value : { image: value };
  const address = ['image', 'src', 'url', 'path'].map((name) => toText(cover[name])).find(Boolean);
  const focus: readonly unknown[] = Array.isArray(cover['focus']) ? cover['focus'] : [];
  const [x = 50, y = 50] = focus.map(Number).filter((part) => part >= 0 && part <= 100);
  return {
    cover: (address && finder.find(address)) || '',
    coverAlt: toText(cover['alt']) || text,
    coverDecorative: cover['decorative'] === true,
    coverFocalX: Math.round(x),
    coverFocalY: Math.round(y),
  };
}

/** Numbers can be titles and tags. TOML has dates. */
function toText(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' ? value.trim() : '';
}

/**
 * Reads `2024-03-01`, also with a time, `Mar 1, 2024` and `1 March 2024`. The day is that of the author,
 * whatever the time zone.
 */
function readPostDay(value: unknown): string {
  const text = toText(value);
  const [, isoYear, isoMonth = '', isoDay = ''] =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/.exec(text) ?? [];
  if (isoYear !== undefined) return toDay(isoYear, Number(isoMonth), Number(isoDay));
  const [, name, day, year] =
    /(\p{L}{3})\p{L}*\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})/u.exec(text) ?? [];
  if (name && year) return toDay(year, monthOf(name), Number(day));
  const [, first, month, last] = /(\d{1,2})\.? +(\p{L}{3})\p{L}*\.?,? +(\d{4})/u.exec(text) ?? [];
  return month && last ? toDay(last, monthOf(month), Number(first)) : '';
}

/** A day counts from its first minute, in UTC. */
function isInFuture(value: unknown): boolean {
  const day = readPostDay(value);
  const now = new Date();
  return day !== '' && (day > now.toISOString() || Date.parse(toText(value)) > now.getTime());
}

function monthOf(name: string): number {
  return (
    'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ').indexOf(name.toLowerCase()) + 1
  );
}

/** Empty for a day that a post cannot have. */
function toDay(year: string, month: number, day: number): string {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return Day.safeParse(text).success ? text : '';
}

const Day = daySchema();
