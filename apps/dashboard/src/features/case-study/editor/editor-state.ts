import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { markdownKeymap, markdownLanguage, pasteURLAsLink } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { dropCursor, EditorView, highlightActiveLine, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { SHORTCUTS } from './formats.ts';
import { imagePlaces } from './image-places.ts';
import { keepLineBreaks } from './line-breaks.ts';

/** An editor for Markdown. Tab leaves it, as it leaves other fields. */
export function createState(text: string, extensions: Extension): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      keepLineBreaks(text),
      keymap.of([...SHORTCUTS, ...markdownKeymap, ...historyKeymap, ...standardKeymap]),
      history(),
      markdownLanguage,
      syntaxHighlighting(HIGHLIGHTING),
      EditorView.lineWrapping,
      highlightActiveLine(),
      dropCursor(),
      pasteURLAsLink,
      imagePlaces,
      placeholder('Tell the story: the problem, what you built, what came of it.'),
      THEME,
      extensions,
    ],
  });
}

const MONOSPACE = 'ui-monospace, "SF Mono", Menlo, Consolas, monospace';

const HIGHLIGHTING = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.link, color: 'var(--accent)' },
  { tag: tags.quote, color: 'var(--ink-2)' },
  { tag: tags.monospace, fontFamily: MONOSPACE, fontSize: '0.93em' },
  { tag: [tags.processingInstruction, tags.url], color: 'var(--ink-3)', fontWeight: '400' },
]);

const THEME = EditorView.theme({
  '&': { height: '100%' },
  '&.cm-focused': { outline: 'none' },
  // Not an outline, which the highlighted line would cover.
  '&.cm-focused::after': {
    content: '""',
    position: 'absolute',
    inset: '0',
    border: '2px solid var(--accent)',
    pointerEvents: 'none',
  },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.7', overscrollBehavior: 'contain' },
  '.cm-content': { padding: '20px 0 28px', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 var(--gutter)' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': {
    backgroundColor: 'var(--hover)',
    boxShadow: 'inset 2px 0 var(--accent)',
  },
  '.cm-placeholder': { color: 'var(--ink-3)' },
  '.cm-dropCursor': { borderLeftColor: 'var(--accent)' },
  '.cm-upload': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '10px',
    color: 'var(--ink-3)',
  },
  '.cm-upload progress': { width: '120px', height: '4px', accentColor: 'var(--accent)' },
});
