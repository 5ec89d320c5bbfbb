import type { FocalPoint } from '@vitrine/contract/media';
import type { SiteLanguage, Theme } from '@vitrine/contract/options';
import { THEME_MANIFESTS } from '@vitrine/site/themes';
import { limitConcurrency, limitInFlight } from '../concurrency.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { recentResults } from './recent-results.ts';
import { readPicture, type TypesetPicture, typeset, typesetKey } from './typeset.ts';

/** The Open Graph image of a page, 1200 by 630 pixels. Long texts are shortened. */
export interface Card {
  readonly theme: Theme;
  readonly kind: 'home' | 'project';
  /** `#rrggbb`, readable on the light ground of the theme. */
  readonly accent: string;
  /** Sets the direction of the card. */
  readonly language: SiteLanguage;
  /** The name of the owner. */
  readonly name: string;
  /** The title of the project. */
  readonly title?: string;
  /** The headline of the owner, or the summary of the project. */
  readonly line: string;
  /** The location of the owner, on a line of its own. */
  readonly place?: string;
  /** The host name of the site. */
  readonly address: string;
  /** The owner's availability, or the project's technologies. */
  readonly details?: string;
  readonly portrait?: CardPicture | undefined;
  /** Of the project, or of the first projects. Some cards need exactly three, and none uses more. */
  readonly covers: readonly CardPicture[];
}

export interface CardPicture {
  /** A stored raster image. 1200 pixels of width are enough. */
  readonly name: string;
  readonly focalPoint?: FocalPoint | undefined;
}

interface DrawnPicture extends CardPicture, Omit<TypesetPicture, 'bytes'> {
  /** The name in the template. */
  readonly file: string;
}

/** The largest sizes in which the template draws them. */
const PORTRAIT_SIZE = { width: 304, height: 304 };
const COVER_SIZE = { width: 1200, height: 630 };
const SMALL_COVER_SIZE = { width: 704, height: 396 };

/** They take about 100 KB each. */
const MAX_CARDS = 20;

const findCard = recentResults<Buffer>(MAX_CARDS);
const admit = limitInFlight(20);
/** Holds the pictures of one card in memory, not of all that wait. */
const takeTurn = limitConcurrency(1);

/** Draws a card as JPEG, or returns one of the cards that were used last. */
export function drawCard(card: Card, media: MediaFiles): Promise<Buffer> {
  return findCard(cardKey(card), () => admit(() => takeTurn(() => draw(card, media))));
}

/** Changes with everything that is drawn, so a card can be cached forever by its key. */
export function cardKey(card: Card): string {
  const pictures = choosePictures(card).map(({ name }) => name);
  return typesetKey([prepareData(card), pictures]);
}

async function draw(card: Card, media: MediaFiles): Promise<Buffer> {
  const pictures: Record<string, TypesetPicture> = {};
  for (const { file, name, ...format } of choosePictures(card))
    pictures[file] = { ...format, bytes: await readPicture(name, media) };
  const data = prepareData(card);
  return (await typeset({ template: 'card', output: 'jpeg', data, pictures })).bytes;
}

/** What the template reads. */
function prepareData(card: Card) {
  const { theme, kind, accent, language } = card;
  const { cardLayout, fonts, grounds, inks, softs } = THEME_MANIFESTS[theme];
  return {
    layout: cardLayout,
    fonts,
    ground: grounds.light,
    ink: inks.light,
    soft: softs.light,
    kind,
    accent,
    language,
    name: shorten(card.name, 100),
    title: shorten(card.title ?? '', 150),
    line: [shorten(card.line, 400), shorten(card.place ?? '', 100)].filter(Boolean).join('\n'),
    address: shorten(card.address, 100),
    details: shorten(card.details ?? '', 150),
    pictures: choosePictures(card).map(({ file, focalPoint }) => ({
      file,
      x: (focalPoint?.x ?? 50) / 100,
      y: (focalPoint?.y ?? 50) / 100,
    })),
  };
}

function shorten(text: string, length: number): string {
  const characters = [
    ...text
      .slice(0, length * 4)
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ];
  return characters.length > length
    ? `${characters.slice(0, length).join('')}…`
    : characters.join('');
}

/** The pictures on the card. The home page shows three covers or the portrait. */
function choosePictures({ theme, kind, portrait, covers }: Card): DrawnPicture[] {
  const { cardLayout } = THEME_MANIFESTS[theme];
  const needed = kind === 'project' ? 1 : 3;
  if (kind === 'home' && portrait && (cardLayout !== 'gallery' || covers.length < needed))
    return [{ ...portrait, file: 'portrait', ...PORTRAIT_SIZE, isGray: cardLayout === 'grid' }];
  if (covers.length < needed) return [];
  const size = kind === 'project' ? COVER_SIZE : SMALL_COVER_SIZE;
  return covers
    .slice(0, needed)
    .map((cover, index) => ({ ...cover, file: `cover-${index + 1}`, ...size, isGray: false }));
}
