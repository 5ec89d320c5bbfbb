import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * Keeps the line breaks of a text as they are. By default, CodeMirror turns all of them into `\n`. In a
 * text with different line breaks, the carriage returns stay at the end of their lines.
 */
export function keepLineBreaks(text: string): Extension {
  return [
    EditorState.lineSeparator.of(separatorOf(text)),
    EditorView.clipboardInputFilter.of((pasted, { lineBreak }) =>
      pasted.replaceAll(/\r\n?|\n/g, lineBreak),
    ),
  ];
}

function separatorOf(text: string): string {
  const kinds = new Set(text.match(/\r\n?|\n/g));
  const [only = '\n'] = kinds;
  return kinds.size === 1 ? only : '\n';
}
