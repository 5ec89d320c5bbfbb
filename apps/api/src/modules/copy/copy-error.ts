interface Options {
  /** Whether the owner has to act: trying again would fail in the same way. */
  readonly isFinal?: boolean;
  readonly cause?: unknown;
}

/**
 * Why a copy could not be updated, as sentences for the owner. They never quote a response: that may
 * contain what was sent to open the destination.
 */
export class CopyError extends Error {
  readonly isFinal: boolean;

  constructor(reason: string, { isFinal = false, cause }: Options = {}) {
    super(reason, { cause });
    this.isFinal = isFinal;
  }
}
