import { markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import { expect, test } from 'vitest';
import type { LibraryImage, Upload } from '../../images/uploads.ts';
import {
  fillImagePlace,
  imagePlaces,
  imagePosition,
  insertImage,
  reservePlaces,
  showUploads,
} from './image-places.ts';

const [A, B] = [fileOf('a.png'), fileOf('b.png')];

test('inserts an image where it was dropped, also after changes before that place', () => {
  const typed = apply('one two', reserve([A], 3), { changes: { from: 0, insert: 'zero ' } });
  expect(filled(typed, A).sliceDoc()).toBe('zero one![](/media/a.png) two');
});

test('leaves text that is typed at the place after the image', () => {
  const typed = apply('one', reserve([A], 3), { changes: { from: 3, insert: ' two' } });
  expect(filled(typed, A).sliceDoc()).toBe('one![](/media/a.png) two');
});

test.each([
  ['in order', [A, B]],
  ['in reverse', [B, A]],
])('keeps the order of images that are uploaded %s', (_order, order) => {
  const state = order.reduce(filled, apply('text\n\n', reserve([A, B], 6)));
  expect(state.sliceDoc()).toBe('text\n\n![](/media/a.png)\n\n![](/media/b.png)');
});

test('forgets the place of an upload that was removed', () => {
  const state = apply('text', reserve([A, B], 4), { effects: showUploads.of([uploadOf(B)]) });
  expect(state.field(imagePlaces).map(({ file }) => file)).toEqual([B]);
  expect(state.sliceDoc()).toBe('text');
});

test('puts the cursor into the alternative text, unless it has moved', () => {
  const waiting = apply('one', { selection: { anchor: 3 } }, reserve([A], 3));
  expect(filled(waiting, A).selection.main.head).toBe(5);
  const moved = waiting.update({ selection: { anchor: 1 } }).state;
  expect(filled(moved, A).selection.main.head).toBe(1);
});

test('separates an image from the paragraphs around it', () => {
  const state = apply('one\n\ntwo', {});
  expect(inserted(state, 4)).toBe('one\n\n![](/media/a.png)\n\ntwo');
  expect(inserted(apply('a\r\n\r\nb', {}), 2)).toBe('a\r\n\r\n![](/media/a.png)\r\n\r\nb');
});

test('puts an image after the one that the cursor is in', () => {
  const image = '![alt](/media/a.png)';
  const state = EditorState.create({ doc: `${image} text`, extensions: markdownLanguage });
  expect([0, 4, image.length].map((at) => imagePosition(state, at))).toEqual([
    0,
    image.length,
    image.length,
  ]);
});

test('escapes the alternative text of an image from the library', () => {
  const state = apply('', {});
  const spec = insertImage(state, { ...imageOf('a.png'), alt: 'A [small]\nboat' }, 0);
  const { state: after } = state.update(spec);
  expect(after.sliceDoc()).toBe(String.raw`![A \[small\] boat](/media/a.png)`);
  expect(after.sliceDoc(after.selection.main.from, after.selection.main.to)).toBe(
    String.raw`A \[small\] boat`,
  );
});

function apply(doc: string, ...specs: readonly TransactionSpec[]): EditorState {
  const [lineBreak] = /\r?\n/.exec(doc) ?? ['\n'];
  const extensions = [imagePlaces, EditorState.lineSeparator.of(lineBreak)];
  return specs.reduce(
    (state, spec) => state.update(spec).state,
    EditorState.create({ doc, extensions }),
  );
}

function reserve(files: readonly File[], at: number): TransactionSpec {
  return { effects: reservePlaces.of({ files, at }) };
}

function filled(state: EditorState, file: File): EditorState {
  return state.update(fillImagePlace(state, file, imageOf(file.name))).state;
}

function inserted(state: EditorState, at: number): string {
  return state.update(insertImage(state, imageOf('a.png'), at)).state.sliceDoc();
}

function imageOf(name: string): LibraryImage {
  const image = {
    url: `/media/${name}`,
    width: undefined,
    height: undefined,
    variants: undefined,
    placeholder: undefined,
    focalPoint: undefined,
  };
  return { name, image, uploadedAt: '2026-11-16T10:00:00Z', alt: '' };
}

function uploadOf(file: File): Upload {
  return { id: file.name, file, state: 'sending', progress: 0.5 };
}

function fileOf(name: string): File {
  return new File(['image'], name, { type: 'image/png' });
}
