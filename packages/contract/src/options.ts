/** The options of form fields. No schemas here, so that the browser bundle stays small. */
export const STACKS = ['Full Stack', 'Mern', 'Mean', 'Next.JS', 'React.JS'] as const;
export const DEPLOYED = ['Yes', 'No'] as const;

export const FOLDERS = ['inbox', 'spam', 'archived'] as const;
