import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Check, Download, Import } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { StudioFrame } from '../../components/page/studio-frame.tsx';
import { useLater } from '../../components/use-later.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { downloadResume } from './format-list.tsx';
import { MachineCheckPanel } from './machine-check.tsx';
import { PagePreview, ZoomButtons } from './page-preview.tsx';
import {
  checkQuery,
  type MachineCheck,
  pagesQuery,
  type ResumeData,
  type Settings,
} from './resume-queries.ts';
import { ResumeSettings } from './resume-settings.tsx';
import { type ResumeEditor, useResume } from './use-resume.ts';

/** The settings of the resume, its pages and the machine check, side by side or behind tabs. */
export function ResumeStudio({ resume }: { readonly resume: ResumeData }) {
  const editor = useResume(resume.settings);
  const { settings, change } = editor;
  const isEmpty = resume.choices.every(({ groups }) => groups.length === 0);
  const drawn = useLater(settings, DRAW_PAUSE_MS);
  const pages = useQuery({ ...pagesQuery(drawn), enabled: !isEmpty });
  const isSettled = pages.isSuccess && !pages.isFetching;
  const check = useQuery({ ...checkQuery(drawn), enabled: isSettled });
  const problems = check.data?.problems.length ?? 0;
  return (
    <ResumeFrame
      problems={problems}
      head={
        <>
          <span className="text-sm text-ink-2 max-sm:order-1 max-sm:w-full sm:max-md:hidden">
            Built from your profile, timeline, projects and skills
          </span>
          <SavedState editor={editor} />
          <div className="ml-auto flex items-center gap-2 max-sm:hidden">
            <Actions editor={editor} />
          </div>
        </>
      }
      settings={<ResumeSettings editor={editor} resume={resume} />}
      stage={(tab) =>
        isEmpty ? (
          <NothingYet />
        ) : (
          <Stage
            tab={tab}
            pages={pages}
            check={check}
            paper={drawn.paper}
            onTurnOnContact={() => change(() => ({ contact: true }))}
          />
        )
      }
      bar={
        <div className="fixed inset-x-0 bottom-0 z-20 flex items-center gap-2 border-t border-line bg-paper px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] sm:hidden [&>*]:h-11! [&>:last-child]:flex-1">
          <Actions editor={editor} />
        </div>
      }
    />
  );
}

type Tab = 'content' | 'preview' | 'check';

interface ResumeFrameProps {
  readonly problems?: number;
  readonly head?: ReactNode;
  readonly settings: ReactNode;
  readonly stage: (tab: Tab) => ReactNode;
  readonly bar?: ReactNode;
}

export function ResumeFrame({ problems = 0, ...rest }: ResumeFrameProps) {
  return (
    <StudioFrame<Tab>
      title="Resume"
      tabs={[
        { value: 'content', name: 'Content' },
        { value: 'preview', name: 'Preview' },
        {
          value: 'check',
          name: 'Check',
          // Out of the flow, so that nothing moves when the check ends.
          aside: (
            <span className="relative h-[18px]">
              {problems > 0 && (
                <Badge variant="destructive" className="absolute left-0 min-h-[18px]! px-1.5!">
                  {problems}
                  <span className="sr-only">{problems === 1 ? ' problem' : ' problems'}</span>
                </Badge>
              )}
            </span>
          ),
        },
      ]}
      {...rest}
    />
  );
}

/** How long the owner must pause before the pages are drawn. */
const DRAW_PAUSE_MS = 60;

interface EditorProps {
  readonly editor: ResumeEditor;
}

function SavedState({ editor: { isPending, hasFailed, save } }: EditorProps) {
  return (
    <span role="status" className="flex items-center gap-2">
      {hasFailed && !isPending ? (
        <>
          <Badge variant="destructive">Not saved</Badge>
          <Button variant="link" className="h-6! px-0!" onClick={() => void save()}>
            Try again
          </Button>
        </>
      ) : (
        <Badge variant="secondary">
          {!isPending && <Check aria-hidden="true" className="-ml-1 size-3" />}
          {isPending ? 'Saving…' : 'Saved'}
        </Badge>
      )}
    </span>
  );
}

function Actions({ editor }: EditorProps) {
  return (
    <>
      <Button asChild variant="outline">
        <Link to={paths.import}>
          <Import aria-hidden="true" />
          Import
        </Link>
      </Button>
      <Button
        // Toasts do not cover a submit button.
        type="submit"
        onClick={() => void downloadResume(editor, 'pdf')}
      >
        <Download aria-hidden="true" />
        Download PDF
      </Button>
    </>
  );
}

interface StageProps {
  readonly tab: Tab;
  readonly pages: UseQueryResult<{ readonly pages: readonly string[] }>;
  readonly check: UseQueryResult<MachineCheck>;
  readonly paper: Settings['paper'];
  readonly onTurnOnContact: () => void;
}

/** The pages and the check side by side, below each other, or one of them in a tab. */
function Stage({ tab, pages, check, paper, onTurnOnContact }: StageProps) {
  const [zoom, setZoom] = useState(100);
  const heading = useRef<HTMLHeadingElement>(null);
  const count = pages.data?.pages.length ?? 0;

  function showCheck() {
    heading.current?.scrollIntoView({ block: 'nearest' });
    heading.current?.focus({ preventScroll: true });
  }

  return (
    <div className="row-span-2 min-h-0 studio:overflow-y-auto">
      <div
        className={`flex min-h-[52px] flex-wrap items-center gap-x-2.5 gap-y-1 px-4 py-2.5 sm:px-6 ${tab === 'check' ? 'max-studio:hidden' : ''}`}
      >
        <p className="text-sm">
          {count > 0 && <span className="font-medium">{countText(count)}</span>}{' '}
          {count === 1 && <span className="text-ink-2">Fits on one page</span>}
        </p>
        {check.data && <CheckBadge problems={check.data.problems.length} onClick={showCheck} />}
        <ZoomButtons zoom={zoom} onZoom={setZoom} />
      </div>
      <div className="grid grid-cols-1 items-start justify-center gap-6 px-4 pb-8 max-sm:pb-24 sm:px-6 min-[82.5rem]:grid-cols-[minmax(0,760px)_324px]">
        <div className={`min-w-0 ${tab === 'check' ? 'max-studio:hidden' : ''}`}>
          <PagePreview query={pages} paper={paper} zoom={zoom} />
        </div>
        <div className={`min-w-0 ${tab === 'check' ? 'max-studio:pt-4' : 'max-studio:hidden'}`}>
          <MachineCheckPanel
            query={check}
            hasPdf={!pages.isError}
            heading={heading}
            onTurnOnContact={() => {
              onTurnOnContact();
              heading.current?.focus({ preventScroll: true });
            }}
          />
        </div>
      </div>
    </div>
  );
}

function countText(count: number): string {
  return count === 1 ? 'Page 1 of 1' : `${count} pages`;
}

interface CheckBadgeProps {
  readonly problems: number;
  readonly onClick: () => void;
}

/** Keeps the result visible where the check is below the pages. */
function CheckBadge({ problems, onClick }: CheckBadgeProps) {
  const result =
    problems === 0 ? 'no problems' : problems === 1 ? '1 problem' : `${problems} problems`;
  return (
    <button type="button" onClick={onClick} className="rounded-[11px] max-studio:hidden">
      <Badge variant={problems > 0 ? 'destructive' : 'secondary'}>Machine check: {result}</Badge>
    </button>
  );
}

/** Where to begin. */
function NothingYet() {
  return (
    <div className="row-span-2 grid content-center justify-items-center gap-3 px-6 py-16 text-center">
      <h2 className="text-xl">There is nothing to put on a resume yet</h2>
      <p className="max-w-[46ch] text-ink-2">
        Add your career, projects and skills, or import them from LinkedIn, GitHub or a JSON Resume.
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button asChild variant="outline">
          <Link to={paths.view('add-timeline')}>Add a timeline entry</Link>
        </Button>
        <Button asChild variant="outline">
          <Link to={paths.import}>Import</Link>
        </Button>
      </div>
    </div>
  );
}
