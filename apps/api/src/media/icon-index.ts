import type { Icon } from '@vitrine/contract/icon';
import type { FoundIcons, IconSearch } from './find-icons.ts';
import { makeTitle } from './icon-titles.ts';

/** A set in Iconify's format, as far as it is used. */
interface IconSet {
  readonly prefix: string;
  readonly icons: Readonly<Record<string, Shape & { readonly hidden?: boolean }>>;
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>;
  readonly width?: number;
  readonly height?: number;
}

interface Shape {
  readonly body: string;
  readonly left?: number;
  readonly top?: number;
  readonly width?: number;
  readonly height?: number;
}

type Style = Icon['style'];

interface Entry {
  readonly set: IconSet;
  readonly style: Style;
  readonly name: string;
  readonly shape: Shape;
  /** The name and its aliases, as `toKey` writes them. */
  readonly keys: readonly string[];
  readonly title: string;
  /** Too wide to be read at the size of an icon, as a word is. */
  readonly isWide: boolean;
}

const MAX_RESULTS = 60;
/** A few icons have 100 KB. */
const MAX_CHARACTERS = 1_000_000;
/** Icons in one color have the dashboard's ink. The dashboard inverts it on a dark background. */
const INK = '#1f1915';

/** Searches two sets. What one of them lacks is taken from the other. */
export function createIconIndex(sets: Readonly<Record<Style, IconSet>>) {
  const logos = listEntries(sets.color, 'color', new Map());
  const titles = new Map(logos.map(({ keys: [key = ''], title }) => [toBase(key), title]));
  const entries = { color: logos, ink: listEntries(sets.ink, 'ink', titles) };

  return {
    find(name: string): FoundIcons {
      const icon = findByName(name);
      return { icons: icon ? [icon] : [], total: icon ? 1 : 0 };
    },

    search({ search, style, exact = false }: IconSearch): FoundIcons {
      const named = findByName(search);
      if (named) return { icons: [named], total: 1 };
      const wanted = entries[style];
      const legible = new Set(
        wanted.filter(({ isWide }) => !isWide).flatMap(({ keys }) => keys.map(toBase)),
      );
      const others = entries[style === 'color' ? 'ink' : 'color'].filter(
        ({ keys }) => !keys.some((key) => legible.has(toBase(key))),
      );
      const matches = rank([...wanted, ...others], search, style, exact);
      return { icons: toIcons(matches), total: matches.length };
    },
  };

  function findByName(fullName: string): Icon | undefined {
    const separator = fullName.indexOf(':');
    const name = fullName.slice(separator + 1);
    const set = Object.values(sets).find(({ prefix }) => prefix === fullName.slice(0, separator));
    if (!set) return undefined;
    const parent = own(set.aliases ?? {}, name)?.parent ?? name;
    const shape = own(set.icons, parent);
    const style = set === sets.color ? 'color' : 'ink';
    if (!shape || shape.hidden) return undefined;
    return toIcon({ set, style, name: parent, shape, title: makeTitle(parent) });
  }
}

/** Not a plain lookup, which would find `constructor`. */
function own<T>(values: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** One entry for each logo: of its variants, the one that is closest to a square. */
function listEntries(set: IconSet, style: Style, titles: ReadonlyMap<string, string>): Entry[] {
  const aliases = Map.groupBy(Object.entries(set.aliases ?? {}), ([, { parent }]) => parent);
  const visible = Object.entries(set.icons).filter(([, { hidden }]) => !hidden);
  const variants = Map.groupBy(visible, ([name]) => toKey(name.replace(VARIANT, '')));
  return [...variants].map(([key, icons]) => {
    const [name, shape] = icons.reduce((best, icon) =>
      rateWordiness(set, icon) < rateWordiness(set, best) ? icon : best,
    );
    return {
      set,
      style,
      name,
      shape,
      keys: [key, ...(aliases.get(name) ?? []).map(([alias]) => toKey(alias))],
      title: titles.get(toBase(key)) ?? makeTitle(name.replace(VARIANT, '')),
      isWide: measureStretch(set, shape) > 2,
    };
  });
}

const VARIANT = /-icon(-alt)?$/;

/** Lower for a variant that is closer to a square. */
function rateWordiness(set: IconSet, [name, shape]: readonly [string, Shape]): number {
  return measureStretch(set, shape) + (VARIANT.test(name) ? 0 : 1);
}

/** How many times longer the long side is than the short one. */
function measureStretch(set: IconSet, shape: Shape): number {
  const { width = set.width ?? 16, height = set.height ?? 16 } = shape;
  return Math.max(width / height, height / width);
}

/** Letters and digits only, so that `Next.js`, `next-js` and `nextdotjs` are the same. */
function toKey(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('+', 'plus')
    .replaceAll('#', 'sharp')
    .replaceAll(/dot(?=[a-z]{2})|[^\p{L}\p{N}]/gu, '');
}

/** The same for `Node`, `Nodejs` and `Node.js`. */
function toBase(key: string): string {
  return key.replace(/(?<=..)js$/, '');
}

function rank(entries: readonly Entry[], search: string, style: Style, exact: boolean): Entry[] {
  const rateMatch = createMatcher(search);
  return entries
    .map((entry) => ({ entry, match: rateMatch(entry) }))
    .filter(({ match }) => match >= 0 && (!exact || match <= LAST_NAME))
    .sort(
      (one, other) =>
        one.match - other.match ||
        Number(one.entry.isWide) - Number(other.entry.isWide) ||
        Number(one.entry.style !== style) - Number(other.entry.style !== style) ||
        one.entry.name.length - other.entry.name.length ||
        (one.entry.name < other.entry.name ? -1 : 1),
    )
    .map(({ entry }) => entry);
}

/** The last test of `createMatcher` that is about the whole name. */
const LAST_NAME = 2;

/** How well an entry matches: 0 is best, -1 is no match. */
function createMatcher(search: string): (entry: Entry) => number {
  const key = toKey(search);
  if (key === '') return () => -1;
  const base = toBase(key);
  const known = SHORT_NAMES.get(key) ?? [];
  const tests: ((entry: Entry) => boolean)[] = [
    ({ keys }) => keys.some((one) => toBase(one) === base),
    ({ keys }) => keys.some((one) => known.includes(one)),
    ({ keys }) => keys.some((one) => one.replace(VENDOR, '') === key),
    ({ keys }) => keys.some((one) => one.startsWith(key)),
    ({ keys }) => keys.some((one) => one.includes(key)),
  ];
  return (entry) => tests.findIndex((test) => test(entry));
}

/** People leave these out, as in Photoshop and Spark. */
const VENDOR = /^(adobe|apache)/;

/** What people type for names that contain none of it. */
const SHORT_NAMES = new Map(
  Object.entries({
    amazon: ['aws', 'amazonwebservices'],
    aws: ['amazonwebservices'],
    amazonwebservices: ['aws'],
    azure: ['microsoftazure'],
    css3: ['css'],
    gcp: ['googlecloud'],
    gh: ['github'],
    golang: ['go'],
    html: ['html5'],
    js: ['javascript'],
    k8s: ['kubernetes'],
    mac: ['apple', 'macos'],
    md: ['markdown'],
    mongo: ['mongodb'],
    msteams: ['microsoftteams'],
    net: ['dotnet', 'net'],
    postgres: ['postgresql'],
    psql: ['postgresql'],
    pg: ['postgresql'],
    py: ['python'],
    rails: ['rubyonrails', 'rails'],
    rb: ['ruby'],
    sklearn: ['scikitlearn'],
    tf: ['tensorflow', 'terraform'],
    ts: ['typescript'],
    twitter: ['x', 'twitter'],
    vsc: ['visualstudiocode'],
    vscode: ['visualstudiocode'],
    ps: ['adobephotoshop'],
  }),
);

function toIcons(entries: readonly Entry[]): Icon[] {
  const icons: Icon[] = [];
  let characters = 0;
  for (const entry of entries.slice(0, MAX_RESULTS)) {
    const icon = toIcon(entry);
    characters += icon.svg.length;
    if (characters > MAX_CHARACTERS) break;
    icons.push(icon);
  }
  return icons;
}

function toIcon(entry: Omit<Entry, 'keys' | 'isWide'>): Icon {
  const { set, style, name, shape, title } = entry;
  const { left = 0, top = 0, width = set.width ?? 16, height = set.height ?? 16, body } = shape;
  const box = [left, top, width, height].join(' ');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}" color="${INK}">${body}</svg>`;
  return { name: `${set.prefix}:${name}`, title, style, svg };
}
