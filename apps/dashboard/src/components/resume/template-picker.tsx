import { RESUME_TEMPLATES, type ResumeTemplate } from '@vitrine/contract/options';
import { Check } from 'lucide-react';
import { useId } from 'react';

const NAMES: Readonly<Record<ResumeTemplate, string>> = { classic: 'Classic', modern: 'Modern' };

interface TemplatePickerProps {
  readonly value: ResumeTemplate;
  readonly accent: string;
  readonly onChange: (template: ResumeTemplate) => void;
}

/** The templates, each with a drawing. One Tab stop, and the arrow keys choose. */
export function TemplatePicker({ value, accent, onChange }: TemplatePickerProps) {
  const id = useId();
  return (
    <fieldset className="grid min-w-0 grid-cols-2 gap-2.5 sm:max-w-90">
      <legend className="sr-only">Template</legend>
      {RESUME_TEMPLATES.map((template) => (
        <label key={template} className="group relative block min-w-0 cursor-pointer">
          <input
            type="radio"
            name={id}
            checked={template === value}
            onChange={() => onChange(template)}
            className="absolute inset-0 z-1 cursor-pointer appearance-none outline-none"
          />
          <span className="grid aspect-[4/3.4] place-items-center overflow-clip rounded-md border border-line-2 bg-sunk outline-offset-3 outline-accent group-has-checked:border-accent group-has-checked:shadow-[0_0_0_1px_var(--accent),0_0_0_4px_var(--accent-soft)] group-has-focus-visible:outline-2">
            <Drawing template={template} accent={accent} />
          </span>
          <span className="mt-1 flex min-h-[26px] items-center gap-2 text-sm font-medium">
            {NAMES[template]}
            <span className="ml-auto hidden size-[18px] shrink-0 place-items-center rounded-full bg-accent text-accent-ink group-has-checked:grid">
              <Check aria-hidden="true" className="size-3 stroke-3" />
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface Lines {
  readonly name: string;
  readonly headings: string;
  readonly text: string;
}

/** The paths of a page of 80 by 100. */
const LINES: Readonly<Record<ResumeTemplate, Lines>> = {
  classic: {
    name: 'M0 4h30',
    headings: 'M0 24h18M0 58h18M0 84h14',
    text: 'M0 12h22M0 31h80M0 37h70M0 43h76M0 49h60M0 65h80M0 71h64M0 77h72M0 91h80M0 97h50',
  },
  modern: {
    name: 'M22 4h30',
    headings: 'M0 24h14M0 56h14M0 82h10',
    text: 'M22 12h22M22 24h58M22 30h50M22 36h54M22 46h40M22 56h58M22 62h48M22 72h52M22 82h58M22 88h36',
  },
};

interface DrawingProps {
  readonly template: ResumeTemplate;
  readonly accent: string;
}

/** Paper is white in the dark theme too. */
function Drawing({ template, accent }: DrawingProps) {
  const { name, headings, text } = LINES[template];
  return (
    <svg
      viewBox="-11 -11 102 122"
      aria-hidden="true"
      fill="none"
      strokeWidth={2}
      className="w-21 rounded-md border border-line-2 bg-[#fff]"
    >
      <path d={name} stroke="#1d1a17" strokeWidth={5} />
      <path d={text} stroke="#8a8377" />
      <path d={headings} stroke={accent} />
    </svg>
  );
}
