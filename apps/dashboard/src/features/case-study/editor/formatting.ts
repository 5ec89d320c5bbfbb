import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type Line,
  type SelectionRange,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state';

/** Adds or removes a format. Each command takes back its own change when it runs again. */

export const toggleBold = inline('StrongEmphasis', '**');
export const toggleItalic = inline('Emphasis', '*');

/** Lines that are no headings become headings of level 2, then of level 3, then plain text. */
export const toggleHeading = command((state) =>
  changeLines(state, (lines) => {
    const level = /^(#{1,6}) /.exec(lines.find(isFilled)?.text ?? '')?.[1]?.length ?? 0;
    const marker = level === 0 ? '## ' : level <= 2 ? '### ' : '';
    return (text) => (isBlank(text) && lines.length > 1 ? text : text.replace(/^(#+ +)?/, marker));
  }),
);

export const toggleList = command((state) =>
  changeLines(state, (lines) => {
    const isList = lines.some(isFilled) && lines.filter(isFilled).every(isListItem);
    return (text) => {
      if (isBlank(text) && lines.length > 1) return text;
      return text.replace(LIST_MARKER, (_marker, indent: string) => indent + (isList ? '' : '- '));
    };
  }),
);

export const toggleQuote = command((state) =>
  changeLines(state, (lines) => {
    const isQuote = lines.every(({ text }) => text.startsWith('>'));
    // Empty lines get a marker too, because they would end the quote.
    return (text) => (isQuote ? text.replace(/^> ?/, '') : isBlank(text) ? '> ' : `> ${text}`);
  }),
);

/** Code in a line, or a block if several lines or an empty line are selected. */
export const toggleCode = command((state) => {
  const { from, to, empty } = state.selection.main;
  const block = enclosing(state, from, to, 'FencedCode');
  if (block) return { changes: withoutFences(state, block) };
  const line = state.doc.lineAt(from);
  const isBlock = to > line.to || (empty && isBlank(line.text));
  return isBlock ? addFences(state) : toggleInline(state, 'InlineCode', '`');
});

/** Turns the selection into a link, or a link into plain text. A selected address becomes the target. */
export const toggleLink = command((state) => {
  const { from, to } = rangeOrWord(state, state.selection.main);
  const link = enclosing(state, from, to, 'Link');
  if (link) {
    const [open, close] = link.getChildren('LinkMark');
    if (!open || !close) return undefined;
    return {
      changes: [
        { from: open.from, to: open.to },
        { from: close.from, to: link.to },
      ],
    };
  }
  const text = state.sliceDoc(from, to);
  const isAddress = /^(https?:\/\/|mailto:)\S+$/i.test(text);
  const insert = isAddress ? `[](${text})` : `[${text}]()`;
  // The cursor goes to the part that is missing.
  const cursor = isAddress || text === '' ? from + 1 : from + insert.length - 1;
  return { changes: { from, to, insert }, selection: { anchor: cursor } };
});

function command(spec: (state: EditorState) => TransactionSpec | undefined): StateCommand {
  return ({ state, dispatch }) => {
    const transaction = state.readOnly ? undefined : spec(state);
    if (!transaction) return false;
    dispatch(state.update(transaction, { userEvent: 'input.format', scrollIntoView: true }));
    return true;
  };
}

function inline(node: string, mark: string): StateCommand {
  return command((state) => toggleInline(state, node, mark));
}

function toggleInline(state: EditorState, node: string, mark: string): TransactionSpec {
  return state.changeByRange((range) => {
    const { from, to } = rangeOrWord(state, range);
    if (from === to) return toggleEmpty(state, from, node, mark);
    // A format cannot span several lines: a list item, for example, starts a new one.
    const parts = linesOf(state, from, to)
      .map((line) => textPart(line, from, to))
      .filter((part) => part.from < part.to);
    const isOn =
      parts.length > 0 && parts.every((part) => enclosing(state, part.from, part.to, node));
    const changes = state.changes(
      parts.flatMap((part) => (isOn ? unwrap(state, part, node) : wrap(state, part, node, mark))),
    );
    // Grows with a mark before the range only if the mark was selected, too.
    const start = changes.mapPos(range.from, range.empty || isOn ? -1 : 1);
    const end = changes.mapPos(range.to, range.empty && !isOn ? 1 : -1);
    const head = changes.mapPos(range.head, 1);
    return {
      changes,
      range: range.empty ? EditorSelection.cursor(head) : EditorSelection.range(start, end),
    };
  });
}

/** Without text to format, adds a pair of marks around the cursor, or removes an empty pair. */
function toggleEmpty(state: EditorState, at: number, node: string, mark: string) {
  const { length } = mark;
  const marked = enclosing(state, at, at, node);
  if (marked) {
    const changes = state.changes(unwrap(state, { from: at, to: at }, node));
    return { changes, range: EditorSelection.cursor(changes.mapPos(at)) };
  }
  const isPair = state.sliceDoc(at - length, at + length) === mark + mark;
  return isPair
    ? {
        changes: { from: at - length, to: at + length },
        range: EditorSelection.cursor(at - length),
      }
    : { changes: { from: at, insert: mark + mark }, range: EditorSelection.cursor(at + length) };
}

interface Part {
  readonly from: number;
  readonly to: number;
}

function wrap(state: EditorState, { from, to }: Part, node: string, mark: string): ChangeSpec[] {
  if (enclosing(state, from, to, node)) return [];
  // Marks of the same format inside would end the new one.
  const inner: ChangeSpec[] = [];
  treeOf(state, to).iterate({
    from,
    to,
    enter: (child) => {
      if (child.name === node && child.from >= from && child.to <= to)
        inner.push(...marksOf(child.node));
    },
  });
  const [open, close] = mark === '`' ? codeMarks(state.sliceDoc(from, to)) : [mark, mark];
  return [{ from, insert: open }, ...inner, { from: to, insert: close }];
}

function unwrap(state: EditorState, { from, to }: Part, node: string): ChangeSpec[] {
  const marked = enclosing(state, from, to, node);
  return marked ? marksOf(marked) : [];
}

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolve']>;

function marksOf(node: SyntaxNode): ChangeSpec[] {
  return [node.firstChild, node.lastChild].flatMap((mark) =>
    mark ? [{ from: mark.from, to: mark.to }] : [],
  );
}

/** Code that contains backticks needs longer marks. */
function codeMarks(code: string): [string, string] {
  const runs = code.match(/`+/g) ?? [];
  const ticks = '`'.repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  const space = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return [runs.length > 0 ? ticks + space : '`', runs.length > 0 ? space + ticks : '`'];
}

function addFences(state: EditorState): TransactionSpec {
  const lines = linesOf(state, state.selection.main.from, state.selection.main.to);
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return {};
  const { lineBreak } = state;
  const open = `\`\`\`${lineBreak}`;
  return {
    changes: [
      { from: first.from, insert: state.toText(open) },
      { from: last.to, insert: state.toText(`${lineBreak}\`\`\``) },
    ],
    // A line break counts as one position, whatever its characters are.
    selection: { anchor: first.from + 4, head: last.to + 4 },
  };
}

function withoutFences(state: EditorState, block: SyntaxNode): ChangeSpec[] {
  const lines = linesOf(state, block.from, block.to);
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return [];
  const isClosed = lines.length > 1 && /^\s*(`{3,}|~{3,})\s*$/.test(last.text);
  return [
    { from: first.from, to: Math.min(first.to + 1, state.doc.length) },
    ...(isClosed && last.number > first.number + 1 ? [{ from: last.from - 1, to: last.to }] : []),
    ...(isClosed && last.number === first.number + 1 ? [{ from: last.from, to: last.to }] : []),
  ];
}

/** Changes all lines of the selection. */
function changeLines(
  state: EditorState,
  change: (lines: readonly Line[]) => (text: string) => string,
): TransactionSpec {
  return state.changeByRange((range) => {
    const lines = linesOf(state, range.from, range.to);
    const changed = change(lines);
    const changes = state.changes(lines.flatMap((line) => startChange(line, changed(line.text))));
    return {
      changes,
      range: EditorSelection.range(changes.mapPos(range.anchor, 1), changes.mapPos(range.head, 1)),
    };
  });
}

/** Replaces only the start of the line, so that the selection stays where it is. */
function startChange({ from, text }: Line, changed: string): ChangeSpec[] {
  let same = 0;
  while (
    same < Math.min(text.length, changed.length) &&
    text.at(-1 - same) === changed.at(-1 - same)
  )
    same += 1;
  const insert = changed.slice(0, changed.length - same);
  return text === changed ? [] : [{ from, to: from + text.length - same, insert }];
}

const LIST_MARKER = /^([ \t]*)(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?/;

function isListItem({ text }: Line): boolean {
  return /^[ \t]*([-*+]|\d{1,9}[.)])[ \t]/.test(text);
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function isFilled({ text }: Line): boolean {
  return !isBlank(text);
}

/** The selection, or else the word at the cursor. */
function rangeOrWord(state: EditorState, range: SelectionRange): Part {
  return range.empty ? (state.wordAt(range.head) ?? range) : range;
}

function linesOf(state: EditorState, from: number, to: number): Line[] {
  const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number];
  return Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index));
}

/** The part of a line in a range, without the marker of a list or a heading, and without spaces around. */
function textPart(line: Line, from: number, to: number): Part {
  const marker = /^[ \t]*(?:> ?)*(?:#{1,6} +|(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\] )?)?/;
  const start = line.from + (marker.exec(line.text)?.[0].length ?? 0);
  const part = { from: Math.max(from, start), to: Math.min(to, line.to) };
  const text = line.text.slice(part.from - line.from, part.to - line.from);
  return {
    from: part.from + text.length - text.trimStart().length,
    to: part.from + text.trimEnd().length,
  };
}

/** The smallest node of this name that contains the range. */
function enclosing(
  state: EditorState,
  from: number,
  to: number,
  name: string,
): SyntaxNode | undefined {
  const tree = treeOf(state, to);
  for (const side of [1, -1] as const)
    for (let node: SyntaxNode | null = tree.resolveInner(from, side); node; node = node.parent)
      if (node.name === name && node.from <= from && node.to >= to) return node;
  return undefined;
}

function treeOf(state: EditorState, to: number) {
  return ensureSyntaxTree(state, to, 100) ?? syntaxTree(state);
}
