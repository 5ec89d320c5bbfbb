import { DEFAULT_RESUME_SETTINGS } from '@vitrine/contract/resume';
import { buildResume } from '@vitrine/resume/build-resume';
import type { Resume } from '@vitrine/resume/resume';
import type { ResumeContent } from '@vitrine/resume/resume-content';
import { strFromU8, unzipSync } from 'fflate';

export const ALL_SECTIONS = {
  ...DEFAULT_RESUME_SETTINGS,
  sections: DEFAULT_RESUME_SETTINGS.sections.map((section) => ({ ...section, shown: true })),
};

/** All of a portfolio. */
export function resumeOf(content: ResumeContent, language: Resume['language'] = 'en'): Resume {
  return buildResume(content, ALL_SECTIONS, { language, siteUrl: 'https://ada.example' });
}

/** The text of each paragraph of a DOCX file. */
export function paragraphsOf(docx: Uint8Array): string[] {
  const xml = strFromU8(unzipSync(docx)['word/document.xml'] ?? new Uint8Array());
  return xml.split('</w:p>').map((paragraph) => paragraph.replace(/<[^>]+>/g, ''));
}
