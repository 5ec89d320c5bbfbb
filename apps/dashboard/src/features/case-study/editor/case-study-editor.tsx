import type { EditorView } from '@codemirror/view';
import type { Image } from '@vitrine/contract/media';
import {
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { LibraryDialog } from '../../images/library-dialog.tsx';
import { type LibraryImage, useUploads } from '../../images/uploads.ts';
import type { EditorProps } from '../case-study-props.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import {
  fillImagePlace,
  imagePosition,
  insertImage,
  reservePlaces,
  showUploads,
} from './image-places.ts';
import { UploadList } from './upload-list.tsx';
import { useEditorView } from './use-editor-view.ts';

const CaseStudyPreview = lazyPart(
  () => import('../case-study-preview.tsx').then((file) => file.CaseStudyPreview),
  PreviewFailure,
);

/** A toolbar, the text, its preview, and the uploads of its images. */
export function CaseStudyEditor(props: EditorProps) {
  const { baseId, errorId, panes, label, value, onChange, error } = props;
  const container = useRef<HTMLDivElement>(null);
  const [isLibraryOpen, setIsLibraryOpen] = useState(false);
  const [added, setAdded] = useState<readonly LibraryImage[]>([]);
  const hintId = `${baseId}-hint`;

  const { view, line } = useEditorView(container, {
    value,
    onChange,
    onFiles: upload,
    attributes: {
      'aria-label': label,
      'aria-describedby': error === undefined ? hintId : errorId,
      'aria-invalid': String(error !== undefined),
    },
  });

  const { uploads, add, cancel, retry } = useUploads((image, { id, file }) => {
    addImage(image);
    if (view) view.dispatch(fillImagePlace(view.state, file, image));
    // Nothing is left to show.
    cancel(id);
  });
  useEffect(() => view?.dispatch({ effects: showUploads.of(uploads) }), [view, uploads]);

  function addImage(image: LibraryImage) {
    setAdded((before) => [...before, image]);
  }

  function upload(files: readonly File[], position = view?.state.selection.main.to ?? 0) {
    if (!view) return;
    const at = imagePosition(view.state, position);
    view.dispatch({ selection: { anchor: at }, effects: reservePlaces.of({ files, at }) });
    add(files);
  }

  function insert(image: LibraryImage) {
    if (!view) return;
    addImage(image);
    const at = imagePosition(view.state, view.state.selection.main.to);
    view.dispatch(insertImage(view.state, image, at));
  }

  const isTab = panes.length === 1 && !props.hasNoPreview;
  return (
    <>
      <div className={`grid ${panes.length === 1 ? 'grid-cols-1' : 'grid-cols-2'}`}>
        <div
          id={`${baseId}-write`}
          hidden={!panes.includes('write')}
          className="contents"
          {...(isTab && { role: 'tabpanel', 'aria-label': 'Write' })}
        >
          <EditorToolbar
            view={view}
            hintId={hintId}
            onFiles={upload}
            onOpenLibrary={() => setIsLibraryOpen(true)}
          />
          {/* Phones zoom into text that is smaller than 1rem. */}
          <div
            ref={container}
            className="h-125 min-w-0 text-[1rem] [--gutter:1rem] sm:h-165 sm:text-base sm:[--gutter:22px]"
          />
        </div>
        {panes.includes('preview') && (
          <PreviewPane {...props} added={added} followed={isTab ? undefined : view} />
        )}
      </div>
      <UploadList uploads={uploads} onCancel={cancel} onRetry={retry} />
      <Counts value={value} line={line} max={props.maxLength} />
      <LibraryDialog
        open={isLibraryOpen}
        onOpenChange={setIsLibraryOpen}
        onChoose={insert}
        onClosed={() => view?.focus()}
      />
    </>
  );
}

interface PreviewPaneProps extends EditorProps {
  /** Images that are newer than the project. */
  readonly added: readonly LibraryImage[];
  /** The text beside the preview. */
  readonly followed: EditorView | undefined;
}

function PreviewPane({ baseId, value, images, added, followed }: PreviewPaneProps) {
  const pane = useRef<HTMLElement>(null);
  useScrollFollowing(pane, followed);
  const allImages: ReadonlyMap<string, Image> = useMemo(
    () => new Map([...images, ...added.map(({ name, image }) => [name, image] as const)]),
    [images, added],
  );
  return (
    <section
      id={`${baseId}-preview`}
      ref={pane}
      aria-label="Preview"
      {...(!followed && { role: 'tabpanel' })}
      // A scrolling area must be reachable with the keyboard.
      {...{ tabIndex: 0 }}
      className={`h-125 min-w-0 overflow-y-auto overscroll-contain bg-paper/60 px-4 py-5 focus-visible:-outline-offset-2 sm:h-165 sm:px-[22px] ${followed ? 'border-l border-line' : ''}`}
    >
      <Suspense>
        <CaseStudyPreview body={value} images={allImages} />
      </Suspense>
    </section>
  );
}

/** Scrolls the preview to about the same part as the text. */
function useScrollFollowing(pane: RefObject<HTMLElement | null>, view: EditorView | undefined) {
  useEffect(() => {
    if (!view) return;
    const { scrollDOM } = view;
    const follow = () => {
      const { scrollTop, scrollHeight, clientHeight } = scrollDOM;
      const share = scrollTop / Math.max(1, scrollHeight - clientHeight);
      if (pane.current)
        pane.current.scrollTop = share * (pane.current.scrollHeight - pane.current.clientHeight);
    };
    scrollDOM.addEventListener('scroll', follow, { passive: true });
    return () => scrollDOM.removeEventListener('scroll', follow);
  }, [pane, view]);
}

interface CountsProps {
  readonly value: string;
  readonly line: number;
  readonly max: number;
}

function Counts({ value, line, max }: CountsProps) {
  const text = useDeferredValue(value);
  const words = useMemo(
    () => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}’'-]*/gu)?.length ?? 0,
    [text],
  );
  const isTooLong = text.length > max;
  return (
    <div className="flex flex-wrap gap-x-4 border-t border-line px-4 py-2 text-xs text-ink-3 tabular-nums sm:px-[22px]">
      <span>
        {words.toLocaleString('en')} {words === 1 ? 'word' : 'words'}
      </span>
      <span className={isTooLong ? 'font-medium text-danger' : ''}>
        {text.length.toLocaleString('en')} of {max.toLocaleString('en')} characters
      </span>
      <span className="ml-auto max-sm:hidden">Line {line.toLocaleString('en')}</span>
    </div>
  );
}

function PreviewFailure() {
  return (
    <p className="text-ink-2">The preview did not load. Save your text and reload the page.</p>
  );
}
