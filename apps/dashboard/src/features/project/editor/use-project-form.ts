import { routes } from '@vitrine/contract/routes';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ApiResponse, callApi } from '../../../api/call-api.ts';
import { useConflict } from '../../../components/conflict/use-conflict.ts';
import { useStored, versionOf } from '../../../components/conflict/use-stored.ts';
import type { FormPropsOf } from '../../../components/form/form-props.ts';
import { hasUnsavedChanges } from '../../../components/form/unsaved-changes.ts';
import { useSaveItem } from '../../../components/publishing/use-save-item.ts';
import { type SaveWay, useSaveKeys } from '../../../components/publishing/use-save-keys.ts';
import { isTyping } from '../../../ui/is-typing.ts';
import type { FullProject, UpdateRoute } from '../project-queries.ts';
import { PARTS } from './project-parts.ts';
import { QUESTIONS, type Question, questionsFor } from './questions.ts';
import { useCaseStudy } from './use-case-study.ts';

export interface ProjectFormOptions {
  /** Undefined for a new project. */
  readonly project?: FullProject;
  /** Remounts the editor with the latest version from the host. */
  readonly onReload?: () => void;
  /**
   * Called when a new project was saved, or a draft was published or scheduled for the first time.
   * `isWriting` if the focus is still in a field.
   */
  readonly onFirstSave?: (project: FullProject, isWriting: boolean) => void;
}

type OpenDialog = Question | 'schedule';

export type ProjectForm = ReturnType<typeof useProjectForm>;

/**
 * Saves the form in one of three ways. Sends the version that was opened, so that a save from elsewhere
 * is never overwritten unnoticed.
 */
export function useProjectForm({ project: opened, onReload, onFirstSave }: ProjectFormOptions) {
  const stored = useStored(opened, PARTS.takeSnapshot);
  const { item: project, base, show, accept } = stored;
  const [way, setWay] = useState<SaveWay>('publish');
  const [dialog, setDialog] = useState<OpenDialog>();
  const element = useRef<HTMLFormElement>(null);
  const sent = useRef({ publishAt: '', answered: new Set<Question>(), isWriting: false });
  const caseStudy = useCaseStudy(opened, stored.state);
  const calls = useSaveItem(PARTS, { publishAt: () => sent.current.publishAt, onDraft: show });
  // Nothing to ask again: the owner has answered before the conflict was found.
  const save = (next: SaveWay) => submit(next, QUESTIONS);
  const conflicts = useConflict({ ...stored, ...caseStudy, form: element, parts: PARTS, save });

  function submit(next: SaveWay, answers: readonly Question[] = []) {
    for (const answer of answers) sent.current.answered.add(answer);
    // Render first, so that the form sends to the right route.
    flushSync(() => {
      setDialog(undefined);
      setWay(next);
    });
    element.current?.requestSubmit();
  }
  useSaveKeys(element, submit);

  /** Whether the form can be sent, or needs an answer first. */
  function canSend(): boolean {
    sent.current.isWriting = isTyping(document.activeElement);
    const question = questionsFor(way, project, caseStudy.gallery).find(
      (one) => !sent.current.answered.has(one),
    );
    if (question) setDialog(question);
    else sent.current.answered.clear();
    return question === undefined;
  }

  function finish(saved: FullProject) {
    // Asked now: showing what was saved, like its banner, changes the fields of the form.
    const isLeaving = isFirstSave(project, way) && !hasUnsavedChanges();
    flushSync(() => {
      setWay('publish');
      // The form is empty for the next one.
      if (!project && way === 'publish') caseStudy.setGallery([]);
      else if (!isLeaving) show(saved);
    });
    conflicts.keptPicture.current = undefined;
    if (isLeaving) onFirstSave?.(saved, way === 'draft' && sent.current.isWriting);
  }

  const formProps = {
    ref: element,
    mutation: calls[way],
    params: { id: project?._id ?? '' },
    autosave: 'project',
    state: caseStudy.state,
    extraFields: { ...versionOf(base), ...bannerOf(project, conflicts.keptPicture.current) },
    verbatim: ['body'],
    submit: opened ? 'Update Project' : 'Add Project',
    pending: way === 'publish' ? (opened ? 'Updating' : 'Adding') : undefined,
    resetOnSuccess: !project && way === 'publish',
    ...(!project && way !== 'schedule' && { undo: moveToTrash }),
    onSubmit: canSend,
    onDone: (response) => finish(response.project),
    onFailure(error) {
      setWay('publish');
      if (error.status === 409 && project) void conflicts.compare(project._id, way);
    },
  } satisfies Partial<FormPropsOf<UpdateRoute>>;

  return {
    project,
    accept,
    caseStudy,
    formProps,
    submit,
    isSavingDraft: calls.draft.isPending || calls.schedule.isPending,
    dialog,
    openDialog: setDialog,
    closeDialog() {
      sent.current.answered.clear();
      setDialog(undefined);
      setWay('publish');
    },
    schedule(time: string) {
      sent.current.publishAt = time;
      submit('schedule');
    },
    /** Continues after the answer to a question. */
    publishAnyway: (question: Question) => submit(way, [question]),
    conflicts,
    reload: () => onReload?.(),
  };
}

/** Whether the project is new, or a draft that is not a draft any longer. */
function isFirstSave(project: FullProject | undefined, way: SaveWay): boolean {
  return !project || (way !== 'draft' && project.state === 'draft');
}

function moveToTrash({ project }: ApiResponse<UpdateRoute>) {
  return callApi(routes.project.remove, { params: { id: project._id } });
}

/** The form has no field for the banner of a draft, which the main button publishes too. */
function bannerOf(
  project: FullProject | undefined,
  kept: string | undefined,
): { readonly banner?: string } {
  const url = project?.draft?.projectBanner.url;
  const stored = url && project.images.find(({ image }) => image.url === url);
  const banner = kept ?? (stored ? stored.name : undefined);
  return banner ? { banner } : {};
}
