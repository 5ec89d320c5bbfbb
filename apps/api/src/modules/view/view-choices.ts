import { COLLECTIONS } from '@vitrine/contract/collections';
import { SITE_SECTIONS, type SiteSectionName } from '@vitrine/contract/options';
import { DEFAULT_RESUME_SETTINGS, type ResumeChoice } from '@vitrine/contract/resume';
import type { SiteSettings } from '@vitrine/contract/site';
import type { ViewChoice } from '@vitrine/contract/view';
import { listChoices } from '@vitrine/resume/list-choices';
import { formatPeriod, periodOfProject, periodOfTimeline } from '@vitrine/resume/period';
import type { ResumeContent } from '@vitrine/resume/resume-content';
import { sectionHeading } from '@vitrine/site/sections';
import { SITE_WORDS } from '@vitrine/site/words';
import { listAll, listNewDrafts } from '../../content/stores.ts';
import type { Db } from '../../db/client.ts';

export type ResumeProfile = ResumeContent['profile'];

type Lists = Awaited<ReturnType<typeof readLists>>;
type Entry = ViewChoice['entries'][number];

/** Lists what views can show: what visitors see, and drafts that were never public. */
export async function listViewChoices(
  db: Db,
  profile: ResumeProfile,
  design: SiteSettings,
): Promise<{ sections: ViewChoice[]; resume: ResumeChoice[] }> {
  const { language, sections } = design;
  const lists = await readLists(db);
  return {
    sections: sections.map(({ name }) => ({
      name,
      heading: sectionHeading(name, design, SITE_WORDS[language]),
      entries: listEntries(lists, name, language),
    })),
    resume: listChoices({ profile, ...lists }, DEFAULT_RESUME_SETTINGS, language),
  };
}

/** Only testimonials that the owner approved can be shown, and nothing that the owner has withdrawn. */
async function readLists(db: Db) {
  const [all, visible, drafts] = await Promise.all([
    listAll(db, 'list'),
    listAll(db, 'listPublic'),
    listNewDrafts(db),
  ]);
  const isOffered = (item: { readonly _id: string; readonly state: string }) =>
    item.state !== 'draft' || drafts.has(item._id);
  return {
    ...all,
    projects: all.projects.filter(isOffered),
    posts: all.posts.filter(isOffered),
    testimonials: visible.testimonials,
  };
}

function listEntries(
  lists: Lists,
  name: SiteSectionName,
  language: SiteSettings['language'],
): Entry[] {
  const { shows } = SITE_SECTIONS[name];
  if (!shows) return [];
  const { published, title: titleField } = COLLECTIONS[shows];
  switch (published) {
    case 'projects':
      return lists.projects.map((project) => ({
        ...entry(project._id, project.title, formatPeriod(periodOfProject(project), language)),
        isDraft: project.state === 'draft',
      }));
    case 'posts':
      return lists.posts.map(({ _id, title, date, state }) => ({
        ...entry(_id, title, date),
        isDraft: state === 'draft',
      }));
    case 'publications':
      return lists.publications.map(({ _id, title, publishedOn }) =>
        entry(_id, title, publishedOn),
      );
    case 'testimonials':
      return lists.testimonials.map(({ _id, name: author, organization, role }) =>
        entry(_id, author, [role, organization].filter(Boolean).join(', ')),
      );
    case 'skills':
      return lists.skills.map(({ _id, title, category }) => entry(_id, title, category));
    case 'timeline':
      return lists.timeline.map((one) =>
        entry(
          one._id,
          [one.title, one.organization].filter(Boolean).join(', '),
          formatPeriod(periodOfTimeline(one), language),
        ),
      );
    default:
      return listTitles(lists[published], titleField);
  }
}

type Item = Readonly<Record<string, unknown>> & { readonly _id: string };

function listTitles(items: readonly Item[], titleField: string): Entry[] {
  return items.map((item) => entry(item._id, String(item[titleField]), ''));
}

function entry(_id: string, title: string, detail: string): Entry {
  return { _id, title, detail, isDraft: false };
}
