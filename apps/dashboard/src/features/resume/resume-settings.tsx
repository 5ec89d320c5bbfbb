import { PAPERS } from '@vitrine/contract/options';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { HexField } from '../../components/field/hex-field.tsx';
import { Setting } from '../../components/page/studio-frame.tsx';
import { TemplatePicker } from '../../components/resume/template-picker.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ContentTree } from './content-tree.tsx';
import { FormatList } from './format-list.tsx';
import type { ResumeData } from './resume-queries.ts';
import type { ResumeEditor } from './use-resume.ts';

interface ResumeSettingsProps {
  readonly editor: ResumeEditor;
  readonly resume: ResumeData;
}

/** Everything that the owner can set for the resume. */
export function ResumeSettings({ editor, resume }: ResumeSettingsProps) {
  const { settings, change } = editor;
  const { choices, siteUrl, hasUpload } = resume;
  return (
    <>
      <Setting title="Template">
        <TemplatePicker
          value={settings.template}
          accent={settings.accent || resume.accent}
          onChange={(template) => change(() => ({ template }))}
        />
      </Setting>
      <PageSettings editor={editor} siteAccent={resume.accent} />
      <Setting
        title="Content"
        aside={
          choices.length > 1 && <span className="text-xs text-ink-3">Drag to change the order</span>
        }
      >
        {choices.length > 0 && (
          <ContentTree
            sections={settings.sections}
            choices={choices}
            onChange={(next) => change(({ sections }) => ({ sections: next(sections) }))}
          />
        )}
        {!choices.some(({ name }) => name === 'experience') && <NoExperience />}
      </Setting>
      <FormatList editor={editor} siteUrl={siteUrl} hasUpload={hasUpload} />
    </>
  );
}

interface PageSettingsProps {
  readonly editor: ResumeEditor;
  /** The color that is used if the owner has chosen none. */
  readonly siteAccent: string;
}

function PageSettings({ editor: { settings, change }, siteAccent }: PageSettingsProps) {
  const id = useId();
  return (
    <Setting title="Page">
      <Row label={<span>Paper</span>}>
        <Segmented
          label="Paper"
          options={PAPERS.map((value) => ({ value, name: PAPER_NAMES[value] }))}
          value={settings.paper}
          onChange={(paper) => change(() => ({ paper }))}
        />
      </Row>
      <Row label={<span>Accent</span>}>
        <div className="grid w-37 gap-1.5">
          <HexField
            value={settings.accent || siteAccent}
            onChange={(accent) => change(() => ({ accent }))}
          />
        </div>
      </Row>
      {settings.accent !== '' && settings.accent !== siteAccent && (
        <Button
          variant="link"
          size="sm"
          className="-mr-2.5 -mt-1.5 justify-self-end"
          onClick={() => change(() => ({ accent: '' }))}
        >
          Use the color of your site
        </Button>
      )}
      <Row label={<label htmlFor={`${id}-photo`}>Photo</label>}>
        <Switch
          id={`${id}-photo`}
          checked={settings.photo}
          onChange={({ target }) => change(() => ({ photo: target.checked }))}
        />
      </Row>
      <Row
        label={
          <>
            <label htmlFor={`${id}-contact`}>Email and phone</label>
            <p id={`${id}-visitors`} className="text-xs text-ink-3">
              Visitors see them only if your{' '}
              <Link
                to={paths.section('update-profile')}
                className="text-accent underline underline-offset-3"
              >
                profile
              </Link>{' '}
              shows them.
            </p>
          </>
        }
      >
        <Switch
          id={`${id}-contact`}
          aria-describedby={`${id}-visitors`}
          checked={settings.contact}
          onChange={({ target }) => change(() => ({ contact: target.checked }))}
        />
      </Row>
    </Setting>
  );
}

const PAPER_NAMES: Readonly<Record<(typeof PAPERS)[number], string>> = {
  a4: 'A4',
  letter: 'Letter',
};

interface RowProps {
  readonly label: ReactNode;
  readonly children: ReactNode;
}

function Row({ label, children }: RowProps) {
  return (
    <div className="flex min-h-7 items-center justify-between gap-3.5">
      <div className="min-w-0">{label}</div>
      {children}
    </div>
  );
}

/** Where the work on a resume comes from. */
function NoExperience() {
  return (
    <p className="text-sm text-ink-2">
      There is no work in your timeline yet.{' '}
      <Link to={paths.view('add-timeline')} className="text-accent underline underline-offset-3">
        Add a timeline entry
      </Link>
    </p>
  );
}
