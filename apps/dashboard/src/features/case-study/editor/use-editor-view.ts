import { EditorView } from '@codemirror/view';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createState } from './editor-state.ts';

interface EditorOptions {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called for files that were pasted or dropped, with their position in the text. */
  readonly onFiles: (files: readonly File[], at: number) => void;
  /** Attributes of the text box. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** A CodeMirror editor in a container. Returns the line of the cursor, too. */
export function useEditorView(container: RefObject<HTMLElement | null>, options: EditorOptions) {
  const { value, attributes } = options;
  const [view, setView] = useState<EditorView>();
  const [line, setLine] = useState(1);
  /** The text that the caller knows. */
  const known = useRef(value);

  const stateOf = useEffectEvent((text: string) => {
    known.current = text;
    return createState(text, [
      EditorView.contentAttributes.of(() => contentAttributes()),
      EditorView.domEventHandlers({ paste: takePasted, drop: takeDropped }),
      EditorView.updateListener.of(({ state, docChanged }) => {
        setLine(state.doc.lineAt(state.selection.main.head).number);
        if (!docChanged) return;
        known.current = state.sliceDoc();
        reportChange();
      }),
    ]);
  });
  const contentAttributes = useEffectEvent(() => ({
    ...attributes,
    tabindex: '0',
    spellcheck: 'true',
    autocorrect: 'on',
    autocapitalize: 'sentences',
  }));
  const reportChange = useEffectEvent(() => options.onChange(known.current));

  const takePasted = useEffectEvent((event: ClipboardEvent, target: EditorView) => {
    const { files, types } = event.clipboardData ?? {};
    // A copied table is on the clipboard as text and as an image: paste it as text.
    if (!files || types?.includes('text/plain')) return false;
    return takeFiles(event, files, target.state.selection.main.to);
  });
  const takeDropped = useEffectEvent((event: DragEvent, target: EditorView) => {
    const at = target.posAtCoords({ x: event.clientX, y: event.clientY }, false);
    return takeFiles(event, event.dataTransfer?.files, at);
  });
  const takeFiles = useEffectEvent((event: Event, files: FileList | undefined, at: number) => {
    if (!files?.length) return false;
    // The form's file field takes pasted files, too.
    event.stopPropagation();
    event.preventDefault();
    options.onFiles([...files], at);
    return true;
  });

  useEffect(() => {
    if (!container.current) return;
    const created = new EditorView({ parent: container.current, state: stateOf(known.current) });
    setView(created);
    return () => {
      created.destroy();
      setView(undefined);
    };
  }, [container]);

  // The form was reset, or an earlier version restored.
  useEffect(() => {
    if (value !== known.current) view?.setState(stateOf(value));
  }, [view, value]);

  // An update without changes applies new attributes.
  const shown = JSON.stringify(attributes);
  useEffect(() => {
    if (shown) view?.dispatch({});
  }, [view, shown]);

  return { view, line };
}
