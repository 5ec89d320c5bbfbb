import { escapeHtml } from '../../escape-html.ts';
import { recentResults } from '../../typeset/recent-results.ts';
import type { LiveSite } from './site-pages.ts';
import type { SiteRenderer } from './site-renderer.ts';

export const FIELDS = ['senderName', 'email', 'subject', 'message'] as const;

/** Owners and visitors cannot store this character, so that no text contains a slot. */
const SLOT_MARK = '\0';

function slot(name: string): string {
  return SLOT_MARK + name + SLOT_MARK;
}

function slots(suffix: string) {
  return {
    senderName: slot(`senderName${suffix}`),
    email: slot(`email${suffix}`),
    subject: slot(`subject${suffix}`),
    message: slot(`message${suffix}`),
  };
}

/** Returns a function that renders the page of the form, with a slot for each value. Its last page is kept. */
export function createContactTemplate(renderer: SiteRenderer) {
  const findPage = recentResults<string>(1);
  const contact = {
    values: slots(''),
    errors: slots('Error'),
    token: slot('token'),
    notice: slot('notice'),
  };
  return ({ named, settings, options }: LiveSite): Promise<string> =>
    findPage(named.snapshot, async () => {
      const request = { settings, path: '/contact', options, form: { contact } };
      return (await renderer.page(named, request)).body;
    });
}

/** Puts values into the slots of a page. */
export function fillSlots(page: string, values: Readonly<Record<string, string>>): string {
  return page
    .split(SLOT_MARK)
    .map((part, index) => (index % 2 === 1 ? escapeHtml(values[part] ?? '') : part))
    .join('');
}
