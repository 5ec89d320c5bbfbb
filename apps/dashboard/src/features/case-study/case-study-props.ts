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
  /** As many characters as the contract allows. */
  readonly maxLength: number;
  /** Shows no preview of the text, for a form that shows the page. */
  readonly hasNoPreview?: boolean;
}

export type Pane = 'write' | 'preview';

export interface EditorProps extends CaseStudyFieldProps {
  readonly baseId: string;
  readonly errorId: string;
  /** The panes that are visible. */
  readonly panes: readonly Pane[];
}
