import { z } from 'zod';
import { capitalized } from './collection-field.ts';
import { jsonList, optionalText, rejectRepeated, text } from './field.ts';
import { MAX_LABEL, nameLink } from './link-services.ts';
import { completeAddress, linkKey, safeLink } from './text-format.ts';

/** An address with its label. */
export const Link = z
  .object({
    url: z.string().describe('A web address, or one like mailto:ada@example.com.'),
    label: z.string().describe('Never empty: by default, the name of the service or the host.'),
  })
  .meta({ id: 'Link' });

/** A link as the owner enters it, also without a scheme or a label. */
export const LinkInput = z.preprocess(
  complete,
  z.strictObject({
    url: text('address', 2048).refine(
      (url) => url === '' || safeLink(url) !== '',
      'Enter an address that starts with https://, or an email address.',
    ),
    label: optionalText('label', MAX_LABEL),
  }),
);

/** Completes an address, and names a link that has no label. */
function complete(value: unknown): unknown {
  const { success, data } = Draft.safeParse(value);
  if (!success) return value;
  const url = completeAddress(data.url);
  return { ...data, url, label: data.label.trim() || nameLink(url) || url.slice(0, MAX_LABEL) };
}

const Draft = z.looseObject({ url: z.string(), label: z.string().default('') });

export const MAX_LINKS = 30;

/** Links in the order of the owner, each address once. */
export function links(name: string) {
  return {
    kind: 'links',
    label: capitalized(name),
    input: jsonList(name, LinkInput, MAX_LINKS, 'links').superRefine(
      rejectRepeated<Link>('url', ({ url }) => linkKey(url), 'link'),
    ),
    output: z.array(Link),
    empty: [],
  } as const;
}

export type Link = z.infer<typeof Link>;
