/** The options of form fields. No schemas here, so that the browser bundle stays small. */
export const STACKS = ['Full Stack', 'Mern', 'Mean', 'Next.JS', 'React.JS'] as const;
export const DEPLOYED = ['Yes', 'No'] as const;

export const FOLDERS = ['inbox', 'spam', 'archived'] as const;

/** What a timeline entry is about. */
export const TIMELINE_KINDS = [
  'work',
  'education',
  'talk',
  'award',
  'certificate',
  'publication',
  'volunteering',
  'other',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** The nouns whose items can be deleted and restored. */
export const TRASH_NOUNS = [
  'project',
  'skill',
  'software-application',
  'timeline',
  'message',
] as const;
export type TrashNoun = (typeof TRASH_NOUNS)[number];

/** The nouns whose changes are recorded. */
export const HISTORY_NOUNS = [
  'project',
  'skill',
  'software-application',
  'timeline',
  'profile',
] as const;
export type HistoryNoun = (typeof HISTORY_NOUNS)[number];
