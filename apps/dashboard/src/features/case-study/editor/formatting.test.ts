import { markdownLanguage } from '@codemirror/lang-markdown';
import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state';
import { expect, test } from 'vitest';
import {
  toggleBold,
  toggleCode,
  toggleHeading,
  toggleItalic,
  toggleLink,
  toggleList,
  toggleQuote,
} from './formatting.ts';
import { keepLineBreaks } from './line-breaks.ts';

/** In these texts, `‹` and `›` enclose the selection, and `|` is the cursor. */
const CASES: readonly [string, StateCommand, string, string][] = [
  ['bolds the selection', toggleBold, 'one ‹two› three', 'one **‹two›** three'],
  ['removes bold from the selection', toggleBold, 'one **‹two›** three', 'one ‹two› three'],
  ['removes bold with selected marks', toggleBold, 'one ‹**two**› three', 'one ‹two› three'],
  ['removes bold around the cursor', toggleBold, '**one t|wo**', 'one t|wo'],
  ['removes bold written with underscores', toggleBold, '__on|e__', 'on|e'],
  ['bolds the word at the cursor', toggleBold, 'one tw|o', 'one **tw|o**'],
  ['leaves spaces outside the marks', toggleBold, 'one‹ two ›three', 'one‹ **two** ›three'],
  ['merges bold parts', toggleBold, '‹a **b** c›', '**‹a b c›**'],
  ['starts bold text', toggleBold, 'a |', 'a **|**'],
  ['takes back bold without text', toggleBold, 'a **|**', 'a |'],
  ['bolds lines one by one', toggleBold, '‹- a\n- b›', '‹- **a**\n- **b›**'],
  ['adds italics to bold text', toggleItalic, '**‹a›**', '***‹a›***'],
  ['removes italics from bold text', toggleItalic, '***‹a›***', '**‹a›**'],
  ['removes bold from italic text', toggleBold, '***‹a›***', '*‹a›*'],
  ['marks code', toggleCode, 'run ‹npm›', 'run `‹npm›`'],
  ['unmarks code', toggleCode, 'run `‹npm›`', 'run ‹npm›'],
  ['marks code that contains a backtick', toggleCode, '‹a`b›', '``‹a`b›``'],
  ['adds a code block', toggleCode, '‹a\nb›', '```\n‹a\nb›\n```'],
  ['removes a code block', toggleCode, '```js\n‹a\nb›\n```\n', '‹a\nb›\n'],
  ['starts a code block on an empty line', toggleCode, 'a\n\n|', 'a\n\n```\n|\n```'],
  ['makes a heading', toggleHeading, 'ti|tle', '## ti|tle'],
  ['makes a smaller heading', toggleHeading, '## ti|tle', '### ti|tle'],
  ['removes a heading', toggleHeading, '### ti|tle', 'ti|tle'],
  ['makes a list', toggleList, '‹a\n\nb›', '- ‹a\n\n- b›'],
  ['removes a list', toggleList, '‹- a\n- b›', '‹a\nb›'],
  ['turns a numbered list into text', toggleList, '1. a|', 'a|'],
  ['starts a list', toggleList, '|', '- |'],
  ['quotes lines as one quote', toggleQuote, '‹a\n\nb›', '> ‹a\n> \n> b›'],
  ['removes a quote', toggleQuote, '> ‹a\n>\n> b›', '‹a\n\nb›'],
  ['links the selection', toggleLink, 'see ‹this›', 'see [this](|)'],
  ['links to a selected address', toggleLink, '‹https://a.example›', '[|](https://a.example)'],
  ['removes a link', toggleLink, 'see [th|is](/a)', 'see th|is'],
];

test.each(CASES)('%s', (_title, command, before, after) => {
  expect(run(command, before)).toBe(after);
});

test('adds line breaks of the same kind as those of the text', () => {
  const before = EditorState.create({
    doc: 'a\r\nb',
    extensions: [keepLineBreaks('a\r\nb'), markdownLanguage],
    selection: EditorSelection.range(0, 3),
  });
  let after = before;
  toggleCode({
    state: before,
    dispatch: ({ state }) => {
      after = state;
    },
  });
  expect(after.sliceDoc()).toBe('```\r\na\r\nb\r\n```');
});

function run(command: StateCommand, marked: string): string {
  const [anchor, head] = [marked.search(/[‹|]/), marked.replace('‹', '').search(/[›|]/)];
  let state = EditorState.create({
    doc: marked.replaceAll(/[‹›|]/g, ''),
    extensions: markdownLanguage,
    selection: EditorSelection.range(anchor, head),
  });
  command({
    state,
    dispatch: (transaction) => {
      state = transaction.state;
    },
  });
  const text = state.sliceDoc();
  const { from, to, empty } = state.selection.main;
  return empty
    ? `${text.slice(0, from)}|${text.slice(from)}`
    : `${text.slice(0, from)}‹${text.slice(from, to)}›${text.slice(to)}`;
}
