import { z } from 'zod';
import { byId, call, messageResponse } from './call.ts';
import { type Field, flag, optionalText } from './collection-field.ts';
import { formSchemas, outputsOf } from './collection-schemas.ts';
import { type ItemOf, withSchemas } from './define-collection.ts';
import * as schemas from './field.ts';
import { Image, SiteLink } from './media.ts';
import { LINK_DAYS, MAX_QUOTE, TESTIMONIAL_STATES, type TestimonialState } from './options.ts';
import { routes } from './routes.ts';

/** A field that the author writes, or that follows from what the owner and the author did. */
function fixed<const F extends Field>(field: F): F & { readonly isFixed: true } {
  return { ...field, isFixed: true };
}

function words(label: string, about: string) {
  return fixed({ kind: 'text', label, output: z.string().describe(about) } as const);
}

function time(label: string, about: string) {
  return fixed({
    kind: 'date',
    label,
    output: z.iso.datetime().nullable().describe(about),
  } as const);
}

/** What an author sends. */
export const Answer = z.strictObject({
  quote: schemas.text('text', MAX_QUOTE),
  name: schemas.text('name', 100),
  role: schemas.optionalText('role', 120).default(''),
  organization: schemas.optionalText('company', 120).default(''),
  photo: schemas.optionalMediaName('photo').default(''),
});

const fields = {
  person: {
    ...optionalText('person', 100, 'Whom you asked. Visitors do not see it.'),
    label: 'Person',
  },
  note: optionalText('note', 300, 'What you did together. The author sees it as a reminder.'),
  onHome: {
    ...flag('onHome', 'On the home page', 'Whether the home page shows it.'),
    empty: true,
  },
  projects: {
    kind: 'sentences',
    label: 'Projects',
    // Also as one text with a line for each, since a form can only send text.
    input: z.preprocess(
      (value) => (typeof value === 'string' ? value.split('\n').filter(Boolean) : value),
      z
        .array(z.uuid('Choose a project.'), 'Send the projects as a list of their IDs.')
        .max(50, 'Choose at most 50 projects.'),
    ),
    output: z.array(z.uuid()).describe('The IDs of the projects whose pages show it.'),
    empty: [],
  },
  state: fixed({
    kind: 'choice',
    label: 'State',
    output: z
      .enum(TESTIMONIAL_STATES)
      .describe('Visitors see it while it is `shown`. A withdrawn one has no text.'),
  } as const),
  quote: words('Text', 'What the author wrote.'),
  name: words('Name', 'The name of the author.'),
  role: words('Role', 'What the author does.'),
  organization: words('Company', 'Where, or how you know each other.'),
  photo: fixed({
    kind: 'picture',
    label: 'Photo',
    output: Image,
    stored: z.string().nullable(),
    file: { kind: 'image', label: 'photo' },
  } as const),
  suggestion: words(
    'Suggested text',
    'It replaces the text once the author agrees. Empty if there is none.',
  ),
  suggestionNote: words('Reason', 'Why you suggest it, for the author.'),
  answeredAt: time('Answered', 'When the author agreed to show it.'),
  expiresAt: time(
    'Link expires',
    'Until when the link takes an answer. Null before there is a link.',
  ),
} as const;

const Item = z
  .object({ _id: z.uuid(), ...outputsOf<typeof fields, 'listed'>(fields, 'listed') })
  .meta({ id: 'Testimonial' });

const defined = withSchemas('testimonial', fields, {
  Item,
  ...formSchemas<typeof fields>(fields),
  detail: ['quote', 'note'],
  about: {
    list: 'Lists all testimonials in the owner’s order, also those that visitors do not see. A token without the scope write gets only those that visitors see, without private fields.',
    update: 'Updates the fields that are sent. Only the author can change the words.',
  },
});

const params = byId('testimonial');
const response = { ...messageResponse, testimonial: Item };

/** A collection whose items other people write. */
export const testimonial = {
  ...defined,
  /** What visitors get: neither whom the owner asked, nor what is not shown. */
  Public: Item.pick({
    _id: true,
    quote: true,
    name: true,
    role: true,
    organization: true,
    photo: true,
    onHome: true,
    projects: true,
  }).meta({ id: 'PublicTestimonial' }),
  calls: {
    ...defined.calls,
    link: call(routes.testimonial.link, {
      about: `Makes the link with which the author writes, agrees to an edit, or withdraws. It takes an answer for ${LINK_DAYS} days and is returned only once. Before an answer, it replaces the earlier link. Afterwards, earlier links stay valid, so that an author can always withdraw.`,
      params,
      response: { ...response, link: SiteLink },
    }),
    approve: call(routes.testimonial.approve, {
      about: 'Shows a testimonial that has an answer to visitors.',
      params,
      response,
    }),
    decline: call(routes.testimonial.decline, {
      about: 'Hides a testimonial from visitors. Its author is not notified.',
      params,
      response,
    }),
    suggest: call(routes.testimonial.suggest, {
      about:
        'Suggests another text. It replaces the text once the author agrees. The current text takes the suggestion back.',
      params,
      input: z.strictObject({
        quote: schemas.text('text', MAX_QUOTE),
        note: schemas.optionalText('note', 300).default(''),
      }),
      response,
    }),
  },
};

export type Testimonial = ItemOf<typeof testimonial>;
export type Answer = z.output<typeof Answer>;

/** What an author finds behind a link. */
export interface LinkedTestimonial {
  readonly id: string;
  /** `deleted` is in the trash, and `expired` takes no answer anymore. */
  readonly state: TestimonialState | 'deleted' | 'expired';
  readonly person: string;
  readonly note: string;
  readonly quote: string;
  readonly name: string;
  readonly role: string;
  readonly organization: string;
  readonly photo: string | null;
  readonly suggestion: string;
  readonly suggestionNote: string;
}
