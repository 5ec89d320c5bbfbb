import type { Image } from '@vitrine/contract/media';

export interface CaseStudyFieldProps {
  /** The ID of the section. */
  readonly id?: string;
  readonly label: string;
  /** Markdown. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The images that the text may show, by their media names. */
  readonly images: ReadonlyMap<string, Image>;
  readonly error?: string | undefined;
}

export type Pane = 'write' | 'preview';

export interface EditorProps extends CaseStudyFieldProps {
  readonly baseId: string;
  readonly errorId: string;
  /** The panes that are visible. */
  readonly panes: readonly Pane[];
}
