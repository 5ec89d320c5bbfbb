import { z } from 'zod';
import { call, messageResponse } from './call.ts';
import { publicItemCalls, publicLists } from './defined-collections.ts';
import { email, text } from './field.ts';
import { routes } from './routes.ts';
import { TimelineGroup } from './timeline.ts';
import { User } from './user.ts';

/** The owner's profile for visitors. Email address and phone number are included if the owner shows them. */
export const PublicProfile = User.pick({
  fullName: true,
  headline: true,
  location: true,
  availability: true,
  pronouns: true,
  aboutMe: true,
  portfolioURL: true,
  githubURL: true,
  linkedInURL: true,
  instagramURL: true,
  twitterURL: true,
  facebookURL: true,
  links: true,
  languages: true,
  avatar: true,
  resume: true,
})
  .extend({
    aboutMe: z.string().describe('With emphasis and links in Markdown.'),
    aboutMeHtml: z.string().describe('The same as safe HTML: paragraphs, emphasis and links.'),
    email: z.string().optional(),
    phone: z.string().optional(),
  })
  .meta({ id: 'PublicProfile' });

const NewMessage = z.strictObject({
  senderName: text('name', 100),
  subject: text('subject', 200),
  email: email(),
  message: text('message', 10_000),
  token: z
    .string()
    .max(200)
    .optional()
    .describe('The token of the form, from GET /public/form. Valid for one message.'),
  website: z
    .string()
    .max(1000)
    .optional()
    .describe('A honeypot: hide this field from people. Messages that fill it in are spam.'),
});

export const publicCalls = {
  portfolio: call(routes.public.portfolio, {
    about:
      'Returns the whole portfolio in one document that can be cached. Returns 404 until it is public.',
    response: {
      profile: PublicProfile,
      ...publicLists,
      timelineGroups: z.array(TimelineGroup),
    },
  }),
  ...publicItemCalls,
  form: call(routes.public.form, {
    about: 'Returns a token for one message. Request it when the contact form is shown.',
    response: { token: z.string() },
  }),
  send: call(routes.public.send, {
    about:
      'Sends the owner a message. A repeated request with the same Idempotency-Key stores it once.',
    input: NewMessage,
    response: messageResponse,
    status: 201,
  }),
};

export type PublicProfile = z.infer<typeof PublicProfile>;
/** What the site and the resume are made from. They read the Markdown themselves. */
export type ProfileContent = Omit<PublicProfile, 'aboutMeHtml'>;
export type NewMessage = z.infer<typeof NewMessage>;
