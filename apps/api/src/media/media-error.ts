/** A rejected upload. The message completes a sentence that starts with the name of the file field. */
export class InvalidMediaError extends Error {}

export const UNREADABLE = 'cannot be read. Try another file, or save it again.';
