import { syntaxTree } from '@codemirror/language';
import {
  type EditorState,
  StateEffect,
  StateField,
  type Text,
  type TransactionSpec,
} from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import type { LibraryImage, Upload } from '../../images/uploads.ts';

/** Where the image of an upload goes. It moves with the text around it. */
interface Place {
  readonly file: File;
  readonly at: number;
  readonly upload?: Upload | undefined;
}

/** Reserves places for files that are about to be uploaded. */
export const reservePlaces = StateEffect.define<{
  readonly files: readonly File[];
  readonly at: number;
}>({ map: ({ files, at }, changes) => ({ files, at: changes.mapPos(at) }) });

/** Shows the state of the uploads, and removes the places of uploads that are gone. */
export const showUploads = StateEffect.define<readonly Upload[]>();

const fillPlace = StateEffect.define<File>();

export const imagePlaces = StateField.define<readonly Place[]>({
  create: () => [],
  update(places, { changes, effects }) {
    const filled = effects.find((effect) => effect.is(fillPlace))?.value;
    const filledIndex = places.findIndex(({ file }) => file === filled);
    // Images keep their order: those before the new one stay before it. Typed text goes after a place.
    let next = places.map((place, index) => {
      const isAfter = filledIndex !== -1 && index > filledIndex;
      return { ...place, at: changes.mapPos(place.at, isAfter ? 1 : -1) };
    });
    if (filledIndex !== -1) next.splice(filledIndex, 1);
    for (const effect of effects) {
      if (effect.is(reservePlaces)) {
        const { files, at } = effect.value;
        next.push(...files.map((file) => ({ file, at })));
      }
      if (effect.is(showUploads))
        next = next
          .map((place) => ({
            ...place,
            upload: effect.value.find(({ file }) => file === place.file),
          }))
          .filter(({ upload }) => upload !== undefined);
    }
    return next;
  },
  provide: (field) =>
    EditorView.decorations.from(field, (places) =>
      Decoration.set(
        places.map(({ file, at, upload }) =>
          Decoration.widget({ widget: new UploadWidget(file.name, upload), side: 1 }).range(at),
        ),
        true,
      ),
    ),
});

/** The position for a new image: not inside of another image, but after it. */
export function imagePosition(state: EditorState, at: number): number {
  for (let node = syntaxTree(state).resolveInner(at, -1); node.parent; node = node.parent)
    if (node.name === 'Image' && node.from < at) return node.to;
  return at;
}

/** Inserts an uploaded image at the place of its file. */
export function fillImagePlace(
  state: EditorState,
  file: File,
  image: LibraryImage,
): TransactionSpec {
  const place = state.field(imagePlaces).find((candidate) => candidate.file === file);
  const { anchor, empty } = state.selection.main;
  const at = place?.at ?? state.doc.length;
  const { selection, ...insertion } = insertImage(state, image, at);
  // The cursor goes into the alternative text, unless the owner went on typing elsewhere.
  return {
    ...insertion,
    effects: fillPlace.of(file),
    ...(empty && anchor === at && { selection }),
  };
}

/** Inserts an image, with the cursor in its alternative text. */
export function insertImage(state: EditorState, { name, alt }: LibraryImage, at: number) {
  const { before, after } = breaksAround(state, at);
  const description = alt.replaceAll(/\s+/g, ' ').replaceAll(/[\\[\]]/g, String.raw`\$&`);
  const insert: Text = state.toText(`${before}![${description}](/media/${name})${after}`);
  const anchor = at + state.toText(before).length + 2;
  return {
    changes: { from: at, insert },
    selection: { anchor, head: anchor + description.length },
    userEvent: 'input.image',
    scrollIntoView: true,
  };
}

/** On a line without other text, an image becomes a paragraph of its own, which renders as a figure. */
function breaksAround({ doc, lineBreak }: EditorState, at: number) {
  const line = doc.lineAt(at);
  const textBefore = line.text.slice(0, at - line.from).trim();
  const textAfter = line.text.slice(at - line.from).trim();
  const followsImage = /!\[[^\]]*\]\([^)]*\)$/.test(textBefore);
  const precedesImage = textAfter.startsWith('![');
  const isInText = (textBefore !== '' && !followsImage) || (textAfter !== '' && !precedesImage);
  if (isInText) return { before: '', after: '' };
  const lineBefore = line.number > 1 ? doc.line(line.number - 1).text.trim() : '';
  const lineAfter = line.number < doc.lines ? doc.line(line.number + 1).text.trim() : '';
  return {
    before: lineBreak.repeat(followsImage ? 2 : lineBefore === '' ? 0 : 1),
    after: lineBreak.repeat(precedesImage ? 2 : lineAfter === '' ? 0 : 1),
  };
}

/** The progress of an upload in the text. Its buttons are below the text, where Tab reaches them. */
class UploadWidget extends WidgetType {
  readonly #name: string;
  readonly #upload: Upload | undefined;

  constructor(name: string, upload: Upload | undefined) {
    super();
    this.#name = name;
    this.#upload = upload;
  }

  override eq(other: UploadWidget): boolean {
    return other.#name === this.#name && other.#upload === this.#upload;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'cm-upload';
    // The list of uploads below the text says the same.
    element.ariaHidden = 'true';
    element.append(document.createElement('span'), document.createElement('progress'));
    this.updateDOM(element);
    return element;
  }

  override updateDOM(element: HTMLElement): boolean {
    const [text, bar] = element.children;
    const isFailed = this.#upload?.state === 'failed';
    if (text) text.textContent = isFailed ? `${this.#name} failed` : `Uploading ${this.#name}`;
    if (bar instanceof HTMLProgressElement) {
      bar.value = this.#upload?.progress ?? 0;
      bar.hidden = isFailed;
    }
    return true;
  }
}
