import type { Change } from '@vitrine/contract/history';
import type { Document, Image } from '@vitrine/contract/media';
import { diffWordsWithSpace } from 'diff';
import { ArrowRight, FileText, ImageOff } from 'lucide-react';
import { createElement, Fragment, type ReactNode } from 'react';
import { Icon } from '../image/icon.tsx';
import { Picture } from '../image/picture.tsx';

interface ContentListProps {
  readonly changes: readonly Change[];
}

interface ChangeListProps extends ContentListProps {
  /** Texts that differ in more words are shown as replaced, which is faster for many lists. */
  readonly maxEdits?: number;
}

/** What differs between two versions, field by field. */
export function ChangeList({ changes, maxEdits }: ChangeListProps) {
  if (changes.length === 0) return <p className="text-sm">Nothing changed.</p>;
  return (
    <Fields changes={changes}>
      {(change) =>
        change.type === 'text' ? (
          <>
            <TextDiff {...change} maxEdits={maxEdits} />
            {change.before === '' && <span className="text-ink-2"> was empty</span>}
          </>
        ) : (
          <div className="flex flex-wrap items-center gap-2">
            <Media media={change.before} label={`${change.label} before`} />
            <ArrowRight aria-label="changed to" className="size-4 text-ink-3" />
            <Media media={change.after} label={`${change.label} after`} />
          </div>
        )
      }
    </Fields>
  );
}

/** The fields of a version that has no other one to compare with. */
export function ContentList({ changes }: ContentListProps) {
  const filled = changes.filter(({ before, after }) => before || after);
  return (
    <Fields changes={filled}>
      {(change) =>
        change.type === 'text' ? (
          change.after || change.before
        ) : (
          <Media media={change.after ?? change.before} label={change.label} />
        )
      }
    </Fields>
  );
}

interface FieldsProps extends ContentListProps {
  readonly children: (change: Change) => ReactNode;
}

function Fields({ changes, children }: FieldsProps) {
  return (
    <dl className="grid gap-x-4 gap-y-0.5 text-sm sm:gap-y-2 sm:grid-cols-[7rem_minmax(0,1fr)]">
      {changes.map((change) => (
        <div key={change.label} className="contents">
          <dt className="text-ink-2 max-sm:[div+div>&]:mt-2.5">{change.label}</dt>
          <dd
            className={`min-w-0 leading-[1.65] wrap-anywhere whitespace-pre-wrap ${isLongRun(change) ? '[font-kerning:none]' : ''}`}
          >
            {children(change)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** With kerning, browsers take seconds to wrap thousands of characters without a space. */
function isLongRun(change: Change): boolean {
  return change.type === 'text' && /\S{500}/.test(`${change.before} ${change.after}`);
}

/** A comparison of long texts that takes longer than this shows them as replaced. */
export const TIMEOUT_MS = 300;

interface TextDiffProps {
  readonly before: string;
  readonly after: string;
  readonly maxEdits?: number | undefined;
}

/** Removed words are struck through and added ones underlined, so that color is not the only sign. */
export function TextDiff({ before, after, maxEdits }: TextDiffProps) {
  const limits = { timeout: TIMEOUT_MS, ...(maxEdits && { maxEditLength: maxEdits }) };
  const parts = diffWordsWithSpace(before, after, limits) ?? [
    { value: before, added: false, removed: true, count: 1 },
    { value: after, added: true, removed: false, count: 1 },
  ];
  // Children instead of an array, which would need keys.
  return createElement(Fragment, null, ...joinRuns(parts).map(marked));
}

/** A run of text that both versions share, or that one replaced with the other. */
export interface Run {
  before: string;
  after: string;
  isShared: boolean;
}

/** Joins neighboring changes with the spaces between them, so that a new sentence reads as one. */
export function joinRuns(parts: ReturnType<typeof diffWordsWithSpace>): Run[] {
  const runs: Run[] = [];
  for (const [index, { value, added, removed }] of parts.entries()) {
    const isChange = added || removed;
    const isSpace = value.trim() === '' && index > 0 && index < parts.length - 1;
    const last = runs.at(-1);
    const run = { before: added ? '' : value, after: removed ? '' : value, isShared: !isChange };
    if (!last || last.isShared || !(isChange || isSpace)) runs.push(run);
    else {
      last.before += run.before;
      last.after += run.after;
    }
  }
  return runs;
}

function marked({ before, after, isShared }: Run): ReactNode {
  if (isShared) return before;
  return (
    <>
      {before && <del className={REMOVED}>{before}</del>}
      {before && after && ' '}
      {after && <ins className={ADDED}>{after}</ins>}
    </>
  );
}

export const ADDED = 'rounded-[3px] bg-accent-soft px-0.5 text-accent underline underline-offset-3';
const REMOVED = 'rounded-[3px] bg-danger-soft px-0.5 text-danger line-through';

interface MediaProps {
  readonly media: Document | null;
  readonly label: string;
}

function Media({ media, label }: MediaProps) {
  const image = media?.type === 'application/pdf' ? media.preview : media;
  const Placeholder = media ? FileText : ImageOff;
  return (
    <span
      role="img"
      aria-label={media ? label : `${label}: none`}
      className="grid h-12 w-18 place-items-center overflow-clip rounded-sm border border-line bg-sunk text-ink-3 [&_svg]:size-4"
    >
      {image ? <Thumbnail image={image} /> : <Placeholder aria-hidden="true" />}
    </span>
  );
}

function Thumbnail({ image }: { readonly image: Image | Document }) {
  const isIcon = 'type' in image && image.type === 'image/svg+xml';
  if (isIcon) return <Icon image={image} className="size-8" />;
  return <Picture image={image} alt="" sizes="72px" className="size-full" />;
}
