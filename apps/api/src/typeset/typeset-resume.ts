import type { ResumeSettings } from '@vitrine/contract/resume';
import type { SiteSettings } from '@vitrine/contract/site';
import { type Layout, layOut } from '@vitrine/resume/layout';
import type { Resume } from '@vitrine/resume/resume';
import { accentPair } from '@vitrine/site/accent';
import { accentOf } from '@vitrine/site/themes';
import { limitInFlight } from '../concurrency.ts';
import { FILE_NAME, type MediaFiles } from '../media/media-files.ts';
import { recentResults } from './recent-results.ts';
import { ResumeTooLongError, textsIn } from './resume-length.ts';
import {
  readPicture,
  type TypesetPicture,
  type TypesetRequest,
  typeset,
  typesetKey,
} from './typeset.ts';

export interface ResumeLook extends Pick<ResumeSettings, 'template' | 'paper'> {
  /** A color like #0b6e63. It is darkened if it cannot be read on white. */
  readonly accent: string;
}

export interface ResumePdf {
  readonly pdf: Buffer;
  readonly pageCount: number;
  /** Characters that no font has. The PDF shows a square instead. */
  readonly replaced: readonly string[];
}

export interface ResumePages {
  /** Each page, as SVG or as text. */
  readonly pages: readonly string[];
  readonly replaced: readonly string[];
}

/** In bytes, because other scripts take longer than Latin. About 15 pages, and 0.8 seconds at most. */
const MAX_SIZE = 60_000;
/** What a line and a text take, however short they are. */
const LINE_SIZE = 80;
const TEXT_SIZE = 20;
const MAX_CHARACTERS = 5_000;

/** The picture is 27 mm wide, which are 320 pixels at 300 per inch. */
const PHOTO_SIZE = { width: 320, height: 320, isGray: false };

const findPdf = recentResults<ResumePdf>(4);
const findPages = recentResults<ResumePages>(2);
const admit = limitInFlight(20);

/** The look that the settings choose. Without an accent of its own, a resume has that of the site. */
export function lookOf(
  { template, paper, accent }: Pick<ResumeSettings, 'template' | 'paper' | 'accent'>,
  design: Pick<SiteSettings, 'theme' | 'accent'>,
): ResumeLook {
  return { template, paper, accent: accent || accentOf(design).light.color };
}

/** Makes a tagged PDF. The same content always has the same bytes. */
export async function makeResumePdf(
  resume: Resume,
  look: ResumeLook,
  media: MediaFiles,
): Promise<ResumePdf> {
  const { key, typesetAs } = prepare(resume, look, media);
  return findPdf(key, async () => {
    const { bytes, pageCount, replaced } = await typesetAs('pdf');
    return { pdf: bytes, pageCount, replaced };
  });
}

/** Draws the pages of the PDF. */
export async function drawResumePages(
  resume: Resume,
  look: ResumeLook,
  media: MediaFiles,
): Promise<ResumePages> {
  const { key, typesetAs } = prepare(resume, look, media);
  return findPages(key, () => typesetAs('svg'));
}

/** Reads the pages of the PDF as a machine does. */
export async function readResumePages(
  resume: Resume,
  look: ResumeLook,
  media: MediaFiles,
): Promise<ResumePages> {
  return prepare(resume, look, media).typesetAs('text');
}

function prepare(resume: Resume, look: ResumeLook, media: MediaFiles) {
  const template = `resume-${look.template}` as const;
  const data = prepareData(resume, look);
  return {
    key: typesetKey([template, data, resume.photo]),
    typesetAs: (output: TypesetRequest['output']) =>
      admit(async () => {
        const pictures = await readPictures(resume, media);
        return typeset({ template, output, data, pictures });
      }),
  };
}

/** What the template reads. */
function prepareData(resume: Resume, look: ResumeLook) {
  const { paper, accent } = look;
  const layout = layOut(resume, look.template);
  checkLength(layout);
  return {
    ...layout,
    paper,
    accent: accentPair(accent, { light: '#ffffff', dark: '#000000' }).light.color,
    language: resume.language,
    title: resume.title,
    keywords: listKeywords(resume),
    'has-photo': findPhoto(resume) !== undefined,
    scale: 1,
  };
}

/** Limits the time that a compile takes. */
function checkLength(layout: Layout): void {
  let size = 0;
  for (const text of textsIn(layout)) {
    if (text.length > MAX_CHARACTERS)
      throw new ResumeTooLongError(
        `A text on the resume has more than ${MAX_CHARACTERS.toLocaleString('en')} characters. Shorten it.`,
      );
    size += Buffer.byteLength(text) + TEXT_SIZE + LINE_SIZE * (text.split('\n').length - 1);
    if (size > MAX_SIZE)
      throw new ResumeTooLongError(
        'The resume is too long for a PDF. Take entries off it, or shorten their texts.',
      );
  }
}

function listKeywords({ sections }: Resume): string[] {
  return sections
    .flatMap((section) => (section.name === 'skills' ? section.groups : []))
    .flatMap(({ items }) => items.map(({ title }) => title))
    .slice(0, 30);
}

/** The name of the stored picture. */
function findPhoto({ photo }: Resume): string | undefined {
  const name = photo.split('/').at(-1) ?? '';
  return FILE_NAME.test(name) ? name : undefined;
}

async function readPictures(
  resume: Resume,
  media: MediaFiles,
): Promise<Record<string, TypesetPicture>> {
  const photo = findPhoto(resume);
  return photo === undefined
    ? {}
    : { photo: { ...PHOTO_SIZE, bytes: await readPicture(photo, media) } };
}
