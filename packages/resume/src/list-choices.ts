import { venueOf } from '@vitrine/contract/citation';
import type { ResumeSectionName, SiteLanguage } from '@vitrine/contract/options';
import type { Publication } from '@vitrine/contract/publication';
import type { ResumeChoice, ResumeSettings } from '@vitrine/contract/resume';
import type { TimelineEntry } from '@vitrine/contract/timeline';
import { formatPeriod, periodOfProject, periodOfPublication, periodOfTimeline } from './period.ts';
import {
  defaultProjects,
  groupByCategory,
  groupEntries,
  groupPublications,
  type ResumeContent,
} from './resume-content.ts';
import { RESUME_WORDS } from './words.ts';

type Group = ResumeChoice['groups'][number];

/** Lists what can be on the resume, in the order of the settings. */
export function listChoices(
  content: ResumeContent,
  settings: ResumeSettings,
  language: SiteLanguage,
): ResumeChoice[] {
  const { headings } = RESUME_WORDS[language];
  return settings.sections.flatMap(({ name }) => {
    const groups = listGroups(content, name, language);
    const { aboutMe, languages } = content.profile;
    const isEmpty =
      groups.length === 0 &&
      (name !== 'summary' || aboutMe === '') &&
      (name !== 'languages' || languages.length === 0);
    return isEmpty ? [] : [{ name, heading: headings[name], groups }];
  });
}

function listGroups(
  content: ResumeContent,
  name: ResumeSectionName,
  language: SiteLanguage,
): Group[] {
  switch (name) {
    case 'summary':
    case 'languages':
      return [];
    case 'projects': {
      const defaults = defaultProjects(content.projects);
      return oneGroup(
        content.projects.map((project) => ({
          _id: project._id,
          title: project.title,
          dates: formatPeriod(periodOfProject(project), language),
          isDefault: defaults.has(project._id),
        })),
      );
    }
    case 'skills':
      return groupByCategory(content.skills).map(({ label, items }) => ({
        label,
        entries: items.map(({ _id, title }) => ({ _id, title, dates: '', isDefault: true })),
      }));
    case 'tools':
      return oneGroup(
        content.softwareApplications.map(({ _id, name: title }) => ({
          _id,
          title,
          dates: '',
          isDefault: true,
        })),
      );
    case 'publications':
      return groupPublications(content).map((one) =>
        'doi' in one ? toChoice(one, language) : toGroup(one, language),
      );
    default:
      return groupEntries(content, name).map((entries) => toGroup(entries, language));
  }
}

function toGroup(entries: readonly TimelineEntry[], language: SiteLanguage): Group {
  return {
    label: entries.length > 1 ? (entries[0]?.organization ?? '') : '',
    entries: entries.map((entry) => ({
      _id: entry._id,
      title: entries.length > 1 ? entry.title : join(entry.title, entry.organization),
      dates: formatPeriod(periodOfTimeline(entry), language),
      isDefault: true,
    })),
  };
}

function toChoice(publication: Publication, language: SiteLanguage): Group {
  const { _id, title } = publication;
  const dates = formatPeriod(periodOfPublication(publication), language);
  const entry = { _id, title: join(title, venueOf(publication)), dates, isDefault: true };
  return { label: '', entries: [entry] };
}

function join(title: string, place: string): string {
  return place === '' ? title : `${title}, ${place}`;
}

function oneGroup(entries: Group['entries']): Group[] {
  return entries.length > 0 ? [{ label: '', entries }] : [];
}
