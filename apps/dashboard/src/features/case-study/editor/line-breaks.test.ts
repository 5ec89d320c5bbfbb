import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepLineBreaks } from './line-breaks.ts';

test.each([
  ['CRLF', 'a\r\n\r\nb\r\n'],
  ['LF without a final line break', 'a\n\nb'],
  ['CR', 'a\rb\r'],
  ['mixed line breaks', 'a\r\nb\nc\rd'],
  ['tabs and spaces at the end', '\ta \t\n  b  \n   '],
  ['nothing', ''],
])('keeps a text with %s as it is', (_kind, text) => {
  expect(stateOf(text).sliceDoc()).toBe(text);
});

test('keeps any text as it is', () => {
  const part = fc.oneof(
    fc.constantFrom('\r', '\n', '\r\n', '\t', ' ', '\u2028', '\u0085'),
    fc.string({ unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('');
      expect(stateOf(text).sliceDoc()).toBe(text);
    }),
  );
});

test('changes only the line that is edited', () => {
  const state = stateOf('a\r\nb \r\n');
  const edited = state.update({
    changes: { from: 2, to: 3, insert: state.toText('B\r\nc') },
  }).state;
  expect(edited.sliceDoc()).toBe('a\r\nB\r\nc \r\n');
});

function stateOf(doc: string): EditorState {
  return EditorState.create({ doc, extensions: keepLineBreaks(doc) });
}
