/** A result of `vitrine doctor`. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'error';
  readonly topic: string;
  readonly message: string;
}

export function ok(topic: string, message: string): Finding {
  return { level: 'ok', topic, message };
}

export function warning(topic: string, message: string): Finding {
  return { level: 'warning', topic, message };
}

export function failed(topic: string, message: string): Finding {
  return { level: 'error', topic, message };
}

/** The system tries several addresses of a name, and fails with one error for each. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

export function sentenceOf(error: unknown): string {
  return reasonOf(error).trim().replace(/\.?$/, '.');
}
