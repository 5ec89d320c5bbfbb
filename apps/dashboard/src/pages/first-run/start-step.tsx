import { SAMPLE_MARK } from '@vitrine/contract/options';
import { routes } from '@vitrine/contract/routes';
import { SAMPLE_PROJECTS } from '@vitrine/contract/sample-projects';
import { ArrowRight, FileText, Layers, SquareDashed } from 'lucide-react';
import { useId } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { callApi } from '../../api/call-api.ts';
import { useApiMutation } from '../../api/query-client.ts';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { FileSource } from '../../features/import/file-source.tsx';
import { GithubSource } from '../../features/import/github-source.tsx';
import { ImportReview } from '../../features/import/import-review.tsx';
import { type Reading, SOURCES, sourceOf } from '../../features/import/import-source.ts';
import { SourcePicker } from '../../features/import/source-picker.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { FirstRunFrame, StepFooter, type StepProps } from './first-run-frame.tsx';

const WITHOUT_FILE = {
  empty: {
    name: 'Start empty',
    about: 'Add your first project by hand. A title is enough.',
    Icon: SquareDashed,
  },
  samples: {
    name: 'Start with sample content',
    about: 'Four projects to look at and replace, marked Sample. Visitors don’t see them.',
    Icon: Layers,
  },
};

type Source = keyof typeof SOURCES | keyof typeof WITHOUT_FILE;

export interface StartChoice {
  readonly source: Source;
  /** What was found last. */
  readonly reading?: Reading | undefined;
}

interface StartStepProps extends StepProps {
  readonly choice: StartChoice;
  readonly onChange: (choice: StartChoice) => void;
}

/** Brings in what the owner has already. What was found is a page of its own, so that Back works. */
export function StartStep(props: StartStepProps) {
  const { choice, onChange, onLeave, onNext } = props;
  const { reading } = choice;
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const isReviewing = reading !== undefined && search.has(REVIEW);
  return (
    <FirstRunFrame step="Start" onLeave={onLeave}>
      {!isReviewing && <Sources {...props} />}
      {reading && (
        <div hidden={!isReviewing}>
          {isReviewing && (
            <PageHeading title={`Found in your ${FOUND_IN[sourceOf(reading, 'json-resume')]}`}>
              Uncheck what you don’t want. You can edit each item later, and undo the whole import
              in one step.
            </PageHeading>
          )}
          <ImportReview
            key={`${reading.source} ${reading.name} ${reading.summary}`}
            reading={reading}
            isFirstRun
            onImported={() => {
              onChange({ source: choice.source });
              onNext();
            }}
            onUndone={() => undefined}
            renderDock={({ count, isPending, error, onImport }) =>
              isReviewing && (
                <StepFooter
                  text="You can undo the whole import in one step."
                  error={error}
                  onBack={() => void navigate(paths.firstRun('start'))}
                >
                  <Button size="lg" disabled={count === 0} isPending={isPending} onClick={onImport}>
                    {isPending ? 'Adding' : `Add ${count} ${count === 1 ? 'item' : 'items'}`}
                    {!isPending && <ArrowRight aria-hidden="true" />}
                  </Button>
                </StepFooter>
              )
            }
          />
          {isReviewing && reading.proposals.length === 0 && (
            <StepFooter
              text={STEP}
              onBack={() => void navigate(paths.firstRun('start'))}
              onSkip={onNext}
            >
              <NextButton onClick={onNext} />
            </StepFooter>
          )}
        </div>
      )}
    </FirstRunFrame>
  );
}

const REVIEW = 'review';
const STEP = 'Step 2 of 4';

const FOUND_IN: Readonly<Record<keyof typeof SOURCES, string>> = {
  linkedin: 'LinkedIn export',
  'json-resume': 'JSON Resume',
  github: 'GitHub repositories',
};

function Sources({ choice, onChange, onNext }: StartStepProps) {
  const group = useId();
  const navigate = useNavigate();
  const { source } = choice;
  const { reading: last } = choice;
  const reading = last && sourceOf(last, source) === source ? last : undefined;
  const review = () => void navigate(`${paths.firstRun('start')}?${REVIEW}`);

  function show(next: Reading) {
    onChange({ source: sourceOf(next, source), reading: next });
    review();
  }

  const picker = {
    name: group,
    value: source,
    onChange: (next: Source) => onChange({ ...choice, source: next }),
  };
  const footer = { text: STEP, onSkip: onNext };
  return (
    <>
      <PageHeading title="Start from what you have" tab="Start">
        Vitrine reads it once and shows you what it found. Nothing is added before you confirm.
      </PageHeading>
      <SourcePicker {...picker} sources={SOURCES} className="mb-3 sm:grid-cols-3" />
      {source === 'github' && (
        <GithubSource reading={reading} onRead={show}>
          {(isPending) => (
            <StepFooter {...footer}>
              <Button type="submit" size="lg" isPending={isPending}>
                {isPending ? 'Finding' : 'Find repositories'}
                {!isPending && <ArrowRight aria-hidden="true" />}
              </Button>
            </StepFooter>
          )}
        </GithubSource>
      )}
      {(source === 'linkedin' || source === 'json-resume') && (
        <FileSource key={source} source={source} reading={reading} onRead={show}>
          {(isPending, choose) => (
            <StepFooter {...footer}>
              {reading && !isPending ? (
                <NextButton onClick={review} />
              ) : (
                <Button size="lg" isPending={isPending} onClick={choose}>
                  {isPending ? 'Reading' : 'Read the file'}
                  {!isPending && <ArrowRight aria-hidden="true" />}
                </Button>
              )}
            </StepFooter>
          )}
        </FileSource>
      )}
      {source === 'empty' && (
        <StepFooter {...footer}>
          <NextButton onClick={onNext} />
        </StepFooter>
      )}
      {source === 'samples' && <SampleFooter onNext={onNext} />}
      <p className="my-6 flex items-center gap-3.5 text-sm text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        Nothing at hand?
      </p>
      <SourcePicker
        {...picker}
        legend="Without a file"
        sources={WITHOUT_FILE}
        className="sm:grid-cols-2"
      />
      <p className="mt-4.5 flex gap-2.5 rounded-lg border border-line bg-sunk px-4 py-3 text-sm text-ink-2">
        <FileText aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0">
          <span className="font-medium text-ink">Only have a PDF?</span> Add it later under Account,
          and visitors can download it. Vitrine doesn’t read the text of PDF files yet.
        </span>
      </p>
    </>
  );
}

function NextButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button size="lg" onClick={onClick}>
      Continue
      <ArrowRight aria-hidden="true" />
    </Button>
  );
}

/** Adds the sample projects as drafts. Their titles mark them until the owner renames them. */
function SampleFooter({ onNext }: { readonly onNext: () => void }) {
  const add = useApiMutation(routes.import.apply, {
    reloads: ['project'],
    successMessage: 'Sample content added.',
  });
  const items = SAMPLE_PROJECTS.map(({ title, ...fields }) => ({
    kind: 'add-project' as const,
    fields: { ...fields, title: `${SAMPLE_MARK}${title}` },
  }));
  const undo = ({ id }: { readonly id: string }) => callApi(routes.import.undo, { params: { id } });
  return (
    <StepFooter text={STEP} onSkip={onNext}>
      <Button
        size="lg"
        isPending={add.isPending}
        onClick={() => add.mutate({ body: { items }, undo }, { onSuccess: onNext })}
      >
        {add.isPending ? 'Adding' : 'Continue'}
        {!add.isPending && <ArrowRight aria-hidden="true" />}
      </Button>
    </StepFooter>
  );
}
