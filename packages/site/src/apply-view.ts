import { COLLECTIONS } from '@vitrine/contract/collections';
import { groupTimeline } from '@vitrine/contract/group-timeline';
import { SITE_SECTIONS } from '@vitrine/contract/options';
import type { ResumeSettings } from '@vitrine/contract/resume';
import type { SiteSettings } from '@vitrine/contract/site';
import type { ShownView } from '@vitrine/contract/view';
import type { ShownItem, SitePortfolio } from './site.ts';

/** A view, with the drafts that it shows before they are public. */
export interface SiteView extends Omit<ShownView, 'drafts'> {
  readonly drafts: readonly ShownItem[];
}

/**
 * The portfolio and the design as the reader of a view gets them. Whatever a page, a file or a card is
 * made from comes from this, so that none of them contains what the view leaves out.
 */
export function applyView(
  portfolio: SitePortfolio,
  settings: SiteSettings,
  view: SiteView,
): { readonly portfolio: SitePortfolio; readonly settings: SiteSettings } {
  const all = view.drafts.reduce(withItem, portfolio);
  const { profile } = all;
  const shown = {
    ...profile,
    headline: view.headline || profile.headline,
    resume: { ...profile.resume, url: '' },
  };
  const onPage = view.sections.flatMap((section) => (section.shown ? section.included : []));
  const selected = select(all, onPage);
  return {
    portfolio: {
      ...selected,
      profile: { ...shown, aboutMe: view.note || profile.aboutMe },
      resumeSettings: resumeSettingsOf(portfolio.resumeSettings, view),
      forResume: {
        ...select(all, idsOnResume(view)),
        profile: shown,
        testimonials: selected.testimonials,
      },
    },
    settings: {
      ...settings,
      sections: view.sections.map(({ name, shown: isShown }) => {
        const heading = settings.sections.find((one) => one.name === name)?.heading ?? '';
        return { name, shown: isShown && hasEntries(selected, name), heading };
      }),
      indexed: false,
    },
  };
}

/** Replaces the published version of an item. A new one comes first, as after it is published. */
export function withItem(portfolio: SitePortfolio, shown: ShownItem): SitePortfolio {
  return shown.noun === 'project'
    ? { ...portfolio, projects: withOne(portfolio.projects, shown.item) }
    : { ...portfolio, posts: withOne(portfolio.posts, shown.item) };
}

function withOne<Item extends { readonly _id: string }>(items: readonly Item[], item: Item) {
  const isPublished = items.some(({ _id }) => _id === item._id);
  return isPublished
    ? items.map((other) => (other._id === item._id ? item : other))
    : [item, ...items];
}

/** The entries with these IDs, in their order. */
function select(all: SitePortfolio, ids: readonly string[]): SitePortfolio {
  const places = new Map(ids.map((id, place) => [id, place]));
  const pick = <Item extends { readonly _id: string }>(items: readonly Item[]): Item[] =>
    items
      .filter(({ _id }) => places.has(_id))
      .toSorted((one, other) => (places.get(one._id) ?? 0) - (places.get(other._id) ?? 0));
  const timeline = pick(all.timeline);
  const projects = pick(all.projects);
  return {
    ...all,
    // The home page shows what is featured.
    projects: projects.map((project) => ({ ...project, featured: true })),
    posts: pick(all.posts),
    skills: pick(all.skills),
    softwareApplications: pick(all.softwareApplications),
    publications: pick(all.publications),
    timeline,
    timelineGroups: groupTimeline(timeline).map((entries) => ({
      organization: entries[0]?.organization ?? '',
      entries: entries.map(({ _id }) => _id),
    })),
    testimonials: pick(all.testimonials).map((one) => ({
      ...one,
      onHome: true,
      projects: one.projects.filter((id) => projects.some(({ _id }) => _id === id)),
    })),
  };
}

function idsOnResume({ sections, resume }: SiteView): string[] {
  const excluded = resume.sections.flatMap((section) => section.excluded);
  const byDefault = sections
    .flatMap((section) => section.included)
    .filter((id) => !excluded.includes(id));
  return [...byDefault, ...resume.sections.flatMap((section) => section.included)];
}

/** What else the owner has chosen for resumes stays. All formats are there. */
function resumeSettingsOf(settings: ResumeSettings, { resume, ...view }: SiteView): ResumeSettings {
  const included = idsOnResume({ resume, ...view });
  return {
    ...settings,
    template: resume.template,
    sections: resume.sections.map(({ name, shown }) => ({ name, shown, included, excluded: [] })),
    published: { pdf: true, docx: true, json: true, txt: true },
    source: 'portfolio',
  };
}

function hasEntries(selected: SitePortfolio, name: keyof typeof SITE_SECTIONS): boolean {
  const { shows } = SITE_SECTIONS[name];
  return !shows || selected[COLLECTIONS[shows].published].length > 0;
}
