/** The choices that forms offer. Free of schemas, so that the browser can carry them. */
export const STACKS = ['Full Stack', 'Mern', 'Mean', 'Next.JS', 'React.JS'] as const;
export const DEPLOYED = ['Yes', 'No'] as const;

/** Where a message is. */
export const FOLDERS = ['inbox', 'spam', 'archived'] as const;
