import { memo } from 'react';
import { ChangeList } from '../../components/history/change-list.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Input } from '../../ui/input.tsx';
import type { Proposal } from './import-source.ts';

/** Comparing hundreds of long texts would take seconds. */
const MAX_EDITS = 60;

export interface Choice extends Proposal {
  readonly _id: string;
}

interface ProposalRowProps {
  readonly choice: Choice;
  readonly isSelected: boolean;
  /** What was typed for a new skill. */
  readonly proficiency: string | undefined;
  /** Why the host rejected it. */
  readonly error: string | undefined;
  readonly onSelect: (id: string, isRange: boolean) => void;
  readonly onProficiency: (id: string, proficiency: string) => void;
}

/** One of possibly hundreds, so it renders only if it changes, and is laid out only if it is visible. */
export const ProposalRow = memo(function ProposalRow(props: ProposalRowProps) {
  const { choice, isSelected, error, onSelect } = props;
  const { _id: id, item, title, detail, note, changes, isNewer } = choice;
  const boxId = `choice-${id}`;
  const filled = filledText(choice);
  return (
    <li
      data-id={id}
      className="grid grid-cols-[1rem_minmax(0,1fr)_auto] items-start gap-x-3.5 gap-y-1 border-t border-line px-4 py-[13px] [contain-intrinsic-height:auto_4.5rem] [content-visibility:auto] max-sm:grid-cols-[1.5rem_minmax(0,1fr)] max-sm:py-3.5 sm:px-[22px]"
    >
      <Checkbox
        id={boxId}
        checked={isSelected}
        aria-describedby={error ? `${boxId}-detail ${boxId}-error` : `${boxId}-detail`}
        aria-invalid={error !== undefined}
        className="sm:mt-[3px]"
        onChange={({ nativeEvent }) =>
          onSelect(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
      <div className="min-w-0">
        <label htmlFor={boxId} className="font-medium wrap-anywhere">
          {title}
        </label>
        <p
          id={`${boxId}-detail`}
          className={`wrap-anywhere text-ink-2 ${filled === undefined ? 'text-xs' : 'text-sm'}`}
        >
          {filled ?? detail}
          {isNewer && <span className="sr-only">, yours is newer</span>}
        </p>
        {error && (
          <p id={`${boxId}-error`} className="text-sm wrap-anywhere text-danger">
            {error}
          </p>
        )}
      </div>
      <div className="flex max-w-full flex-wrap items-center gap-2 empty:hidden max-sm:col-start-2 max-sm:pt-1 sm:max-w-72 sm:justify-end">
        {note && (
          <Badge variant="secondary" className="text-left">
            {note}
          </Badge>
        )}
        {isNewer && (
          <Badge
            variant="waiting"
            aria-hidden="true"
            className="before:size-1.5 before:rounded-full before:bg-current before:content-['']"
          >
            Yours is newer
          </Badge>
        )}
        {item.kind === 'add-skill' && (
          <ProficiencyField {...props} offered={item.fields.proficiency} />
        )}
      </div>
      {changes.length > 0 && filled === undefined && (
        <div className="col-span-full mt-2 rounded-md bg-sunk px-3.5 py-3 sm:col-start-2">
          <ChangeList changes={changes} maxEdits={MAX_EDITS} />
        </div>
      )}
    </li>
  );
});

/** The new value of an empty field, which needs no comparison. The title names the field. */
function filledText({ title, changes: [change, ...others] }: Choice): string | undefined {
  const isFilled = change?.type === 'text' && change.before === '' && change.label === title;
  return isFilled && others.length === 0 ? change.after : undefined;
}

interface ProficiencyFieldProps extends ProposalRowProps {
  readonly offered: number;
}

function ProficiencyField(props: ProficiencyFieldProps) {
  const { choice, proficiency, offered, error, onProficiency } = props;
  const fieldId = `proficiency-${choice._id}`;
  return (
    <span className="flex items-center gap-2 text-sm text-ink-2">
      <label htmlFor={fieldId}>
        Proficiency<span className="sr-only"> in {choice.title}</span>
      </label>
      <Input
        id={fieldId}
        type="number"
        inputMode="numeric"
        min={0}
        max={100}
        value={proficiency ?? String(offered)}
        aria-invalid={error !== undefined}
        className="h-7! w-16! px-2! text-right tabular-nums max-sm:h-9!"
        onChange={({ target }) => onProficiency(choice._id, target.value)}
      />
    </span>
  );
}
