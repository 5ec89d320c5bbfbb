import { useQuery } from '@tanstack/react-query';
import { RESUME_FORMATS, type ResumeFormat, SITE_ADVICE } from '@vitrine/contract/options';
import { type ResumeOffer, resumeOffer } from '@vitrine/contract/resume-offer';
import { downloads } from '@vitrine/contract/routes';
import { CircleAlert, Download } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { urlOf } from '../../api/call-api.ts';
import { Setting } from '../../components/page/studio-frame.tsx';
import { startDownload } from '../../components/start-download.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { failuresQuery } from './resume-queries.ts';
import type { ResumeEditor } from './use-resume.ts';

const FORMATS: Readonly<Record<ResumeFormat, readonly [name: string, note: string]>> = {
  pdf: ['PDF', 'Tagged, real text'],
  docx: ['DOCX', 'For forms that ask for Word'],
  json: ['JSON Resume', 'Opens in other resume tools'],
  txt: ['Text', 'To paste into a form'],
};

interface FormatListProps {
  readonly editor: ResumeEditor;
  /** The address of the site. Empty if there is none. */
  readonly siteUrl: string;
  readonly hasUpload: boolean;
}

/** The formats to download, and those that visitors can download. */
export function FormatList({ editor, siteUrl, hasUpload }: FormatListProps) {
  const { settings, isPending, hasFailed, change } = editor;
  const id = useId();
  const hasSite = siteUrl !== '';
  const offer = resumeOffer(settings, hasUpload);
  const { data } = useQuery({
    ...failuresQuery(settings),
    enabled: hasSite && !isPending && !hasFailed && offer.formats.length > 0,
  });
  const failures = new Map(data?.failures.map(({ format, reason }) => [format, reason]));
  return (
    <Setting title="Formats" aside={<span className="text-xs text-ink-3">On your site</span>}>
      <ul>
        {RESUME_FORMATS.map((format) => (
          <FormatRow
            key={format}
            format={format}
            isPublished={settings.published[format]}
            isReplaced={format === 'pdf' && offer.upload}
            failure={offer.formats.includes(format) ? failures.get(format) : undefined}
            reasonId={hasSite ? undefined : `${id}-reason`}
            onDownload={() => void downloadResume(editor, format)}
            onPublish={(isPublished) =>
              change(({ published }) => ({ published: { ...published, [format]: isPublished } }))
            }
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-3.5 gap-y-1">
        <label htmlFor={`${id}-source`}>Visitors get</label>
        <div className="w-51">
          <Select
            id={`${id}-source`}
            disabled={!hasSite}
            aria-describedby={hasSite ? undefined : `${id}-reason`}
            className="disabled:opacity-50"
            value={settings.source}
            onChange={({ target }) =>
              change(() => ({ source: target.value === 'upload' ? 'upload' : 'portfolio' }))
            }
          >
            <option value="portfolio">This resume</option>
            <option value="upload">The file I uploaded</option>
          </Select>
        </div>
      </div>
      {hasSite ? (
        <p role="status" className="text-xs text-ink-3">
          {describeOffer({
            ...offer,
            formats: offer.formats.filter((format) => !failures.has(format)),
          })}
          {settings.source === 'upload' && !hasUpload && (
            <>
              {' You have not uploaded a file. '}
              <Link
                to={paths.section('update-profile')}
                className="text-accent underline underline-offset-3"
              >
                Upload one
              </Link>
            </>
          )}
        </p>
      ) : (
        <p id={`${id}-reason`} className="text-xs text-ink-3">
          Visitors download it on your site. {SITE_ADVICE}
        </p>
      )}
    </Setting>
  );
}

const LIST = new Intl.ListFormat('en');

/** What visitors can download. */
function describeOffer({ upload, formats }: ResumeOffer): string {
  const generated = `this resume as ${LIST.format(formats.map((format) => FORMATS[format][0]))}`;
  const parts = [upload && 'the file you uploaded', formats.length > 0 && generated];
  const offered = parts.filter((part) => part !== false);
  return offered.length === 0
    ? 'Visitors cannot download a resume.'
    : `Visitors can download ${offered.join(', and ')}.`;
}

interface FormatRowProps {
  readonly format: ResumeFormat;
  readonly isPublished: boolean;
  /** Visitors get the file of the profile instead. */
  readonly isReplaced: boolean;
  /** Why the file on the site cannot be made. */
  readonly failure: string | undefined;
  /** The id of the text that says why the format cannot be on the site. */
  readonly reasonId: string | undefined;
  readonly onDownload: () => void;
  readonly onPublish: (isPublished: boolean) => void;
}

function FormatRow(props: FormatRowProps) {
  const { format, isPublished, isReplaced, failure, reasonId, onDownload, onPublish } = props;
  const failureId = useId();
  const [name, note] = FORMATS[format];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-3 border-line py-1.5 not-first:border-t">
      <div>
        <span className="block font-medium">{name}</span>
        <span className="block text-xs text-ink-3">
          {isPublished && isReplaced ? 'Visitors get the file you uploaded' : note}
        </span>
      </div>
      <Tooltip text={`Download ${name}`}>
        <Button
          variant="ghost"
          size="icon"
          className="size-8! max-sm:size-10!"
          aria-label={`Download ${name}`}
          onClick={onDownload}
        >
          <Download aria-hidden="true" />
        </Button>
      </Tooltip>
      <Switch
        aria-label={`${name} on your site`}
        aria-describedby={failure === undefined ? reasonId : failureId}
        disabled={reasonId !== undefined}
        checked={isPublished}
        onChange={({ target }) => onPublish(target.checked)}
      />
      {failure !== undefined && (
        <p
          id={failureId}
          className="col-span-full -mt-1 flex gap-2 rounded-md bg-danger-soft px-3 py-2 text-xs text-danger"
        >
          <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
          {`Visitors get no ${name}. ${failure}`}
        </p>
      )}
    </li>
  );
}

/** The file is made from the saved settings, so they are saved first. */
export async function downloadResume(editor: ResumeEditor, format: ResumeFormat): Promise<void> {
  if (await editor.save()) startDownload(urlOf(downloads.resume, { params: { format } }));
}
