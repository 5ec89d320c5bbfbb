import type { FieldNameOf } from '@vitrine/contract/calls';
import type { Route } from '@vitrine/contract/routes';
import type { ReactNode, RefObject } from 'react';
import type { ApiError, ApiResponse, RequestOf } from '../../api/call-api.ts';
import type { ApiMutation } from '../../api/query-client.ts';
import type { FormState } from './use-autosave.ts';

export interface FormButtons {
  /** The button's label. */
  readonly submit: string;
  /** Its label while the call is pending. Without one, another button shows that. */
  readonly pending?: string | undefined;
  /** Other buttons, before the submit button. */
  readonly actions?: ReactNode;
  /** A button that continues the submit button, for its menu. */
  readonly menu?: ReactNode;
  /**
   * wide: the button is as wide as the form.
   * panel: fills a panel, in which the fields scroll and the buttons stay at the bottom.
   * bar: shows the buttons in a bar at the bottom of the window.
   * compose: fills a box, with the submit button first.
   */
  readonly layout?: 'wide' | 'panel' | 'bar' | 'compose';
  /**
   * Names the kind of content, as in 'skill', to store what is typed in this browser until it is saved.
   * Not for forms with passwords.
   */
  readonly autosave?: string;
}

interface FormProps<R extends Route> extends FormButtons {
  readonly mutation: ApiMutation<R>;
  readonly resetOnSuccess?: boolean;
  readonly onDone?: (response: ApiResponse<R>) => void;
  readonly onFailure?: (error: ApiError) => void;
  /** Sent with what the owner typed. */
  readonly extraFields?: Readonly<Partial<Record<FieldNameOf<R>, string>>>;
  /** What the form holds outside its fields. It counts as unsaved changes and is stored as well. */
  readonly state?: FormState;
  /** Whether a form that could not be sent is sent again when the network returns. True by default. */
  readonly resends?: boolean;
  /** Takes back what the form has saved, for a route whose response does not say how. */
  readonly undo?: RequestOf<R>['undo'];
  /** Returns false to not send the form, for example to ask first. */
  readonly onSubmit?: () => boolean;
  /** Sent as files, because a browser changes the line breaks of text fields. */
  readonly verbatim?: readonly FieldNameOf<R>[];
  readonly ref?: RefObject<HTMLFormElement | null>;
  readonly children: ReactNode;
}

/** The form adds an item if `params` has no ID. */
export type FormPropsOf<R extends Route> = FormProps<R> & Pick<RequestOf<R>, 'params'>;
