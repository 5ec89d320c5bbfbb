import { z } from 'zod';
import { call } from './call.ts';
import { color, flag, oneOf } from './field.ts';
import { SiteUrl } from './media.ts';
import {
  PAPERS,
  RESUME_FORMATS,
  RESUME_SECTIONS,
  RESUME_SOURCES,
  RESUME_TEMPLATES,
} from './options.ts';
import { routes } from './routes.ts';
import { sectionChoices } from './section-choice.ts';

export const ResumeSettings = z
  .strictObject({
    template: oneOf('template', RESUME_TEMPLATES),
    paper: oneOf('paper', PAPERS),
    accent: color('accent').describe('A color like #0b6e63. Empty for the color of the site.'),
    photo: flag('photo'),
    contact: flag('email and phone').describe(
      'Visitors see the email address and the phone number only if the profile shows them too.',
    ),
    sections: sectionChoices(RESUME_SECTIONS).describe('In their order.'),
    published: z
      .strictObject({
        pdf: flag('PDF'),
        docx: flag('DOCX'),
        json: flag('JSON Resume'),
        txt: flag('text'),
      })
      .describe('The formats that are on the site, as in /resume.pdf.'),
    source: oneOf('resume', RESUME_SOURCES).describe('The resume that the site offers.'),
  })
  .meta({ id: 'ResumeSettings' });

export type ResumeSettings = z.infer<typeof ResumeSettings>;

export const DEFAULT_RESUME_SETTINGS: ResumeSettings = {
  template: 'classic',
  paper: 'a4',
  accent: '',
  photo: false,
  contact: true,
  sections: RESUME_SECTIONS.map((name) => ({
    name,
    shown: name !== 'tools',
    included: [],
    excluded: [],
  })),
  published: { pdf: false, docx: false, json: false, txt: false },
  source: 'upload',
};

export const ResumeChoice = z
  .object({
    name: z.enum(RESUME_SECTIONS),
    heading: z.string().describe('In the language of the site.'),
    groups: z.array(
      z.object({
        label: z.string().describe('The organization of several roles, or the category of skills.'),
        entries: z.array(
          z.object({
            _id: z.uuid(),
            title: z.string(),
            dates: z.string(),
            isDefault: z.boolean().describe('On the resume unless the owner takes it off.'),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'ResumeChoice' });

const ResumeView = {
  settings: ResumeSettings,
  choices: z
    .array(ResumeChoice)
    .describe('What can be on the resume. Sections without content are left out.'),
  accent: z.string().describe('The color that is used if the settings have none.'),
  siteUrl: SiteUrl,
  hasUpload: z.boolean().describe('Whether the profile has a resume file.'),
};

/** A line of the text in the PDF, or of the record that is not in it. */
const CheckedLine = z
  .object({
    text: z.string(),
    state: z
      .enum(['found', 'missing', 'moved'])
      .describe('missing: not in the PDF. moved: not where the record has it.'),
  })
  .meta({ id: 'CheckedLine' });

const Fact = z
  .object({
    label: z.string().describe('As in `Roles, with dates`.'),
    found: z.int(),
    expected: z.int(),
  })
  .meta({ id: 'ResumeFact' });

const Problem = z
  .object({
    kind: z.enum(['contact-off', 'missing-text', 'reading-order', 'replaced-characters']),
    title: z.string(),
    text: z.string(),
  })
  .meta({ id: 'ResumeProblem' });

const Failure = z
  .object({
    format: z.enum(RESUME_FORMATS),
    reason: z.string().describe('As in `The resume is too long for a PDF.`'),
  })
  .meta({ id: 'ResumeFailure' });

export const resumeCalls = {
  get: call(routes.resume.get, {
    about: 'Returns the settings of the resume, and what can be on it.',
    response: ResumeView,
  }),
  update: call(routes.resume.update, {
    about: 'Saves the settings of the resume. The site uses them at once.',
    input: ResumeSettings,
    response: { settings: ResumeSettings },
  }),
  preview: call(routes.resume.preview, {
    about: 'Draws the pages of the PDF with settings that need not be saved.',
    input: ResumeSettings,
    response: {
      pages: z.array(z.string()).describe('Each page as SVG.'),
      replaced: z
        .array(z.string())
        .describe('Characters that no font has. The PDF shows a square instead.'),
    },
  }),
  check: call(routes.resume.check, {
    about: 'Reads the PDF as an applicant tracking system does, and compares it with the record.',
    input: ResumeSettings,
    response: {
      problems: z.array(Problem),
      facts: z.array(Fact),
      isInOrder: z.boolean().describe('Whether the text is in the order of the record.'),
      lines: z.array(CheckedLine),
    },
  }),
  failures: call(routes.resume.failures, {
    about:
      'Makes the files that are on the site, from what visitors may see. Returns those that cannot be made.',
    response: { failures: z.array(Failure) },
  }),
};

export type ResumeChoice = z.infer<typeof ResumeChoice>;
export type CheckedLine = z.infer<typeof CheckedLine>;
export type ResumeFailure = z.infer<typeof Failure>;
export type ResumeFact = z.infer<typeof Fact>;
export type ResumeProblem = z.infer<typeof Problem>;
