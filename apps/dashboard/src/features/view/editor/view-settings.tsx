import { MAX_VIEW_NOTE } from '@vitrine/contract/options';
import type { routes } from '@vitrine/contract/routes';
import { useId } from 'react';
import { Field } from '../../../components/field/field.tsx';
import { AutosaveOffer } from '../../../components/form/autosave-offer.tsx';
import { FieldErrorsContext } from '../../../components/form/field-errors.ts';
import { Setting } from '../../../components/page/studio-frame.tsx';
import { TemplatePicker } from '../../../components/resume/template-picker.tsx';
import type { Choices } from '../../../components/view/view-queries.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Input } from '../../../ui/input.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { LinkSetting } from './link-setting.tsx';
import type { ViewEditor } from './use-view-editor.ts';
import { ViewTree } from './view-tree.tsx';

type Fields = typeof routes.view.add;

interface ViewSettingsProps {
  readonly editor: ViewEditor;
  readonly choices: Choices;
  readonly onRevoke: () => void;
}

/** Everything that the owner can set for a view. */
export function ViewSettings({ editor, choices, onRevoke }: ViewSettingsProps) {
  const { form, offer, errors, clearError } = editor;
  return (
    <form
      ref={form}
      noValidate
      aria-label="Settings of the view"
      onSubmit={(event) => event.preventDefault()}
      onInput={clearError}
    >
      <FieldErrorsContext value={errors}>
        {offer && (
          <div className="pt-5">
            <AutosaveOffer {...offer} isInPanel={false} />
          </div>
        )}
        <ReaderSetting editor={editor} />
        <Setting
          title="Content"
          aside={<span className="text-xs text-ink-3">Drag to change the order</span>}
        >
          <ViewTree editor={editor} choices={choices} />
        </Setting>
        <ResumeSetting editor={editor} choices={choices} />
        <LinkSetting editor={editor} onRevoke={onRevoke} />
      </FieldErrorsContext>
    </form>
  );
}

interface EditorProps {
  readonly editor: ViewEditor;
}

function ReaderSetting({ editor: { settings, change } }: EditorProps) {
  const { name, headline, note } = settings;
  return (
    <Setting title="For the reader">
      <div className="grid gap-3.5">
        <Field<Fields> name="name" label="Name" aside={<Aside>Only you see it</Aside>}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={100}
              value={name}
              onChange={({ target }) => change(() => ({ name: target.value }))}
            />
          )}
        </Field>
        <Field<Fields> name="headline" label="Headline" hint="Empty for the one of your profile.">
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              maxLength={120}
              className="min-h-16!"
              value={headline}
              onChange={({ target }) => change(() => ({ headline: target.value }))}
            />
          )}
        </Field>
        <Field<Fields>
          name="note"
          label="Note to the reader"
          hint="Shown instead of About Me."
          aside={
            <Aside>
              {note.length} of {MAX_VIEW_NOTE}
            </Aside>
          }
        >
          {(control) => (
            <Textarea
              {...control}
              rows={6}
              maxLength={MAX_VIEW_NOTE}
              className="min-h-36!"
              value={note}
              onChange={({ target }) => change(() => ({ note: target.value }))}
            />
          )}
        </Field>
      </div>
    </Setting>
  );
}

function Aside({ children }: { readonly children: React.ReactNode }) {
  return <span className="text-xs text-ink-3 tabular-nums">{children}</span>;
}

interface ResumeSettingProps extends EditorProps {
  readonly choices: Choices;
}

/** The template, and what only a resume has. */
function ResumeSetting({ editor, choices }: ResumeSettingProps) {
  const { settings, change } = editor;
  const { template, sections } = settings.resume;
  const id = useId();
  const plain = choices.resume.filter(({ groups }) => groups.length === 0);
  return (
    <Setting title="Resume" aside={<Aside>With this view’s headline</Aside>}>
      <TemplatePicker
        value={template}
        accent="var(--accent)"
        onChange={(next) => change(({ resume }) => ({ resume: { ...resume, template: next } }))}
      />
      {plain.map(({ name, heading }) => (
        <div key={name} className="flex min-h-7 items-center gap-2">
          <Checkbox
            id={`${id}-${name}`}
            checked={sections.some((section) => section.name === name && section.shown)}
            onChange={({ target: { checked: shown } }) =>
              change(({ resume }) => ({
                resume: {
                  ...resume,
                  sections: resume.sections.map((section) =>
                    section.name === name ? { ...section, shown } : section,
                  ),
                },
              }))
            }
          />
          <label htmlFor={`${id}-${name}`} className="cursor-pointer text-sm">
            {heading}
          </label>
        </div>
      ))}
    </Setting>
  );
}
