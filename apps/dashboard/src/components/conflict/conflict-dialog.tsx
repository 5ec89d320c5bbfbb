import type { Image } from '@vitrine/contract/media';
import { diffWordsWithSpace } from 'diff';
import { ImageOff } from 'lucide-react';
import { createElement, Fragment, type ReactNode, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '../../ui/dialog.tsx';
import { ADDED, joinRuns, type Run, TIMEOUT_MS } from '../history/change-list.tsx';
import type { GalleryItem } from '../image/gallery-item.ts';
import { Picture } from '../image/picture.tsx';
import { readLinks } from '../links/link-rows.ts';
import type { Choices, ConflictDialogProps } from './conflict.ts';
import type { Difference, Side } from './differences.ts';

/** Compares the form with the version that was saved elsewhere, and lets the owner choose by field. */
export function ConflictDialog({ conflict, title, onSave, onClose }: ConflictDialogProps) {
  const { differences, source, parts } = conflict;
  const [choices, setChoices] = useState<Choices>(() => choose(differences));
  // The picture is one of them.
  const fieldCount = parts.fields.length + (parts.hasGallery ? 2 : 1);
  const others = fieldCount - differences.length;
  const place = source?.name ?? 'the other place';
  const names = {
    mine: 'Yours, in this window',
    theirs: source ? `Saved from ${source.name}, ${source.time}` : 'Saved in another place',
    both: 'Both, merged',
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        className="max-w-[55rem] max-sm:inset-0 max-sm:flex max-sm:max-h-none max-sm:w-full max-sm:translate-none max-sm:flex-col max-sm:rounded-none max-sm:border-0 max-sm:p-4 sm:pb-0"
        title={`${title || `This ${parts.noun}`} was changed in another place`}
        description={`It was saved${source ? ` from ${source.name}, ${source.time},` : ''} after you opened it here. ${differences.length === 1 ? 'One field differs.' : `${differences.length} fields differ.`} Choose for each, then save. The other version stays in History.`}
      >
        <div className="mt-3.5 mb-4 flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="sm"
            onClick={() => setChoices(choose(differences, 'mine'))}
          >
            Keep all mine
          </Button>
          <Button
            variant="outline"
            size="sm"
            onClick={() => setChoices(choose(differences, 'theirs'))}
          >
            Take all from {place}
          </Button>
        </div>
        <div className="-mx-4 flex-1 border-t border-line sm:-mx-6">
          <div
            aria-hidden="true"
            className={`bg-sunk py-2 text-xs font-medium text-ink-2 max-sm:hidden ${COLUMNS}`}
          >
            <span>Field</span>
            <span>{names.mine}</span>
            <span>{names.theirs}</span>
          </div>
          {differences.map((difference) => (
            <DifferenceRow
              key={difference.name}
              difference={difference}
              names={names}
              chosen={choices[difference.name]}
              onChoose={(side) => setChoices((before) => ({ ...before, [difference.name]: side }))}
            />
          ))}
        </div>
        <div className="sticky -bottom-4 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line bg-card px-4 py-3 sm:bottom-0 sm:-mx-6 sm:mb-0 sm:px-6">
          <p className="mr-auto text-xs text-ink-3 max-sm:w-full">
            {others === 1 ? '1 other field is the same.' : `${others} other fields are the same.`}
          </p>
          <div className="flex gap-2 max-sm:w-full max-sm:*:h-11 max-sm:*:flex-1">
            <DialogClose asChild>
              <Button variant="outline">Back to the form</Button>
            </DialogClose>
            <Button onClick={() => onSave(choices)}>Save merged version</Button>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  );
}

const COLUMNS = 'grid gap-x-2 gap-y-2 px-4 sm:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1fr)] sm:px-6';

function choose(differences: readonly Difference[], side?: Side): Choices {
  return Object.fromEntries(differences.map(({ name, suggested }) => [name, side ?? suggested]));
}

interface DifferenceRowProps {
  readonly difference: Difference;
  readonly names: Readonly<Record<Side, string>>;
  readonly chosen: Side | undefined;
  readonly onChoose: (side: Side) => void;
}

function DifferenceRow({ difference, names, chosen, onChoose }: DifferenceRowProps) {
  const { name, label, both } = difference;
  const sides: readonly Side[] =
    both === undefined ? ['mine', 'theirs'] : ['mine', 'theirs', 'both'];
  return (
    <fieldset className={`border-t border-line py-2 ${COLUMNS}`}>
      <legend className="sr-only">{label}</legend>
      <p aria-hidden="true" className="pt-2.5 text-sm font-medium">
        {label}
        {both !== undefined && (
          <span className="block text-xs font-normal text-ink-3">Changes don’t overlap</span>
        )}
      </p>
      {sides.map((side) => (
        <label
          key={side}
          className={`grid cursor-pointer grid-cols-[1rem_minmax(0,1fr)] content-start gap-2.5 rounded-[8px] border border-line px-3 py-2.5 has-checked:border-accent has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${side === 'both' ? 'sm:col-span-2 sm:col-start-2' : ''}`}
        >
          <input
            type="radio"
            name={`conflict-${name}`}
            checked={chosen === side}
            className="mt-1 size-3.5 accent-accent outline-none"
            onChange={() => onChoose(side)}
          />
          <span className="min-w-0">
            <span
              className={
                side === 'both'
                  ? 'flex items-center justify-between gap-2 font-medium'
                  : 'block text-xs font-medium text-ink-2 sm:sr-only'
              }
            >
              {names[side]}
              {side === 'both' && <Badge variant="outline">Suggested</Badge>}
            </span>
            <Value difference={difference} side={side} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface ValueProps {
  readonly difference: Difference;
  readonly side: Side;
}

function Value({ difference, side }: ValueProps) {
  if (difference.kind === 'banner') return <Banner image={difference[side]} />;
  if (difference.kind === 'gallery') return <Gallery items={difference[side] ?? []} />;
  const { kind, base, mine, theirs } = difference;
  const show = kind === 'links' ? linkLines : (text: string) => text;
  const value = show(difference[side] ?? '');
  if (value === '') return <span className="text-ink-3">Empty</span>;
  if (kind === 'flag') return value === 'true' ? 'Yes' : 'No';
  if (kind === 'value') return <span className="wrap-anywhere">{value}</span>;
  const other = { mine: theirs, theirs: mine, both: base }[side];
  return <MarkedText text={value} other={show(other)} />;
}

function linkLines(input: string): string {
  return readLinks(input)
    .map(({ url, label }) => `${label}: ${url}`)
    .join('\n');
}

/** How much of a long text that both versions share is shown before and after a change. */
const SHARED_LENGTH = 80;

/** Marks what is not in the other text, and leaves out long parts that are in both. */
function MarkedText({ text, other }: { readonly text: string; readonly other: string }) {
  const parts = diffWordsWithSpace(other, text, { timeout: TIMEOUT_MS });
  // Texts that take too long to compare are shown without marks.
  const runs = parts ? joinRuns(parts) : [{ before: text, after: text, isShared: true }];
  const shown = runs.filter(({ after }) => after !== '');
  return (
    <span className="block leading-[1.6] wrap-anywhere whitespace-pre-wrap">
      {/* Children instead of an array, which would need keys. */}
      {createElement(Fragment, null, ...shown.map(marked))}
    </span>
  );
}

function marked({ after, isShared }: Run, index: number, all: readonly Run[]): ReactNode {
  if (isShared) return shorten(after, index > 0, index < all.length - 1);
  return <mark className={ADDED}>{after}</mark>;
}

function shorten(text: string, hasBefore: boolean, hasAfter: boolean): string {
  if (text.length <= 3 * SHARED_LENGTH) return text;
  const start = hasBefore ? text.slice(0, SHARED_LENGTH).replace(/\S*$/, '') : '';
  const end = hasAfter ? text.slice(-SHARED_LENGTH).replace(/^\S*/, '') : '';
  // Without a change before or after it, the start of the text says what it is about.
  return `${start || text.slice(0, SHARED_LENGTH).replace(/\S*$/, '')}…${end}`;
}

function Banner({ image }: { readonly image: Image | undefined }) {
  if (!image) return <span className="text-ink-3">None</span>;
  return <Picture image={image} alt="" sizes="320px" className="aspect-video w-full rounded-sm" />;
}

function Gallery({ items }: { readonly items: readonly GalleryItem[] }) {
  if (items.length === 0)
    return (
      <span className="flex items-center gap-1.5 text-ink-3">
        <ImageOff aria-hidden="true" className="size-4" /> No images
      </span>
    );
  return (
    <span className="grid gap-2">
      {items.map(({ name, image, alt, caption, decorative }) => (
        <span key={name} className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-2.5">
          <Picture image={image} alt="" sizes="72px" className="h-12 w-18 rounded-sm" />
          <span className="text-xs wrap-anywhere text-ink-2">
            {caption && <span className="block font-medium text-ink">{caption}</span>}
            {alt || (decorative ? 'Decorative image' : 'No alternative text')}
          </span>
        </span>
      ))}
    </span>
  );
}
