/** Why an upload is turned away, as the end of a sentence that begins with what it is. */
export class InvalidMediaError extends Error {}

export const UNREADABLE = 'cannot be read. Try another file, or save it again.';
