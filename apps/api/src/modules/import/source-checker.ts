import { link } from '@vitrine/contract/field';
import { type Link, LinkInput, MAX_LINKS } from '@vitrine/contract/link-list';
import { MAX_LABEL } from '@vitrine/contract/link-services';
import { linkKey } from '@vitrine/contract/text-format';
import type { z } from 'zod';
import { clip } from './fit.ts';

const WebLink = link('link');

/** Checks the values of a source, and lists what the portfolio cannot take. */
export class SourceChecker {
  readonly unsupported = new Set<string>();

  /** Lists the fields that have a value but no place in the portfolio, as in `Score of BSc Mathematics`. */
  listRest(rest: Readonly<Record<string, unknown>>, title: string): void {
    for (const [name, value] of Object.entries(rest)) {
      const label = toLabel(name);
      if (label === '' || !hasValue(value)) continue;
      this.unsupported.add(title === '' ? label : `${label} of ${clip(title, 120)}`);
    }
  }

  /** Returns the fields of an item, or lists it if they are not valid. */
  protected parse<New extends z.ZodType>(
    schema: New,
    title: string,
    fields: object,
  ): z.output<New> | undefined {
    const { success, data, error } = schema.safeParse(fields);
    if (success) return data;
    this.unsupported.add(`${title}: ${error.issues[0]?.message}`);
    return undefined;
  }

  /** Returns a link of a list that can be stored. */
  protected labeled({ url, label }: Link, title: string): Link | undefined {
    const value = clip(url);
    if (value === '') return undefined;
    const { success, data } = LinkInput.safeParse({ url: value, label: clip(label, MAX_LABEL) });
    if (!success) this.unsupported.add(`Link of ${title}`);
    return data;
  }

  protected labeledOnce(links: readonly Link[], title: string): Link[] {
    const stored = links.flatMap((link) => this.labeled(link, title) ?? []);
    return [...new Map(stored.map((link) => [linkKey(link.url), link])).values()].slice(
      0,
      MAX_LINKS,
    );
  }

  /** Returns a link that can be stored, or an empty text. */
  protected link(value: string | undefined, title: string): string {
    const { success, data } = WebLink.safeParse(clip(value ?? ''));
    if (success) return data;
    this.unsupported.add(`Link of ${title}`);
    return '';
  }
}

/** Turns `studyType`, `study type` and `study_type` into `Study type`. */
export function toLabel(name: string): string {
  const words = clip(name, 60)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\s]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function hasValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
