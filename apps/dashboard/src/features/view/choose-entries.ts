import type { ResumeSectionName, SiteSectionName } from '@vitrine/contract/options';
import type { Choices } from '../../components/view/view-queries.ts';
import type { Choice, Settings } from './view-queries.ts';

/** What the owner chooses for the page and for the resume. */
export type Chosen = Pick<Settings, 'sections' | 'drafts' | 'resume'>;
type Section = Chosen['sections'][number];
type ResumeSection = Chosen['resume']['sections'][number];

/** The chosen entries in their order, then the others. */
export function initialOrder({ included }: Section, { entries }: Choice): string[] {
  const ids = entries.map(({ _id: id }) => id);
  const chosen = included.filter((id) => ids.includes(id));
  return [...chosen, ...ids.filter((id) => !chosen.includes(id))];
}

export function isOnPage({ shown, included }: Section, id: string): boolean {
  return shown && included.includes(id);
}

/** A section without entries to choose, such as the contact form, is on the page if it is shown. */
export function isSectionOnPage(section: Section, { entries }: Choice): boolean {
  const isChosen = entries.some(({ _id: id }) => section.included.includes(id));
  return section.shown && (entries.length === 0 || isChosen);
}

/** Puts an entry on the page, at its place in the order, or takes it off the page and the resume. */
export function chooseEntry(
  chosen: Chosen,
  name: SiteSectionName,
  entry: { readonly order: readonly string[]; readonly id: string; readonly isOn: boolean },
): Chosen {
  const { order, id, isOn } = entry;
  const others = (ids: readonly string[]) => ids.filter((other) => other !== id);
  const sections = chosen.sections.map((section) => {
    if (section.name !== name) return section;
    const before = section.shown ? others(section.included) : [];
    const ids = isOn ? [...before, id] : before;
    return { ...section, shown: true, included: order.filter((one) => ids.includes(one)) };
  });
  if (isOn) return { ...chosen, sections };
  const resumeSections = chosen.resume.sections.map((section) => ({
    ...section,
    included: others(section.included),
    excluded: others(section.excluded),
  }));
  const resume = { ...chosen.resume, sections: resumeSections };
  return { sections, drafts: others(chosen.drafts), resume };
}

/** Shows or hides a section. If none of its entries is chosen, all that are public are. */
export function showSection(
  chosen: Chosen,
  choice: Choice,
  order: readonly string[],
  isOn: boolean,
): Chosen {
  const sections = chosen.sections.map((section) => {
    if (section.name !== choice.name) return section;
    if (!isOn || initialOrder(section, choice).some((id) => section.included.includes(id)))
      return { ...section, shown: isOn };
    return { ...section, shown: true, included: withoutDrafts(choice, order) };
  });
  return { ...chosen, sections };
}

/** Drafts are chosen one by one. */
function withoutDrafts({ entries }: Choice, order: readonly string[]): string[] {
  const drafts = entries.filter(({ isDraft }) => isDraft).map(({ _id: id }) => id);
  return order.filter((id) => !drafts.includes(id));
}

/** The section of the resume that each entry can be in. */
export type ResumePlaces = ReadonlyMap<string, ResumeSectionName>;

export function placesOf({ resume }: Pick<Choices, 'resume'>): ResumePlaces {
  return new Map(
    resume.flatMap(({ name, groups }) =>
      groups.flatMap(({ entries }) => entries.map(({ _id: id }) => [id, name] as const)),
    ),
  );
}

/** Of these entries, those on the resume: by default, what the page includes. */
export function onResume(
  { sections, resume }: Chosen,
  places: ResumePlaces,
  ids: readonly string[],
): string[] {
  const onPage = new Set(sections.flatMap(({ included }) => included));
  return ids.filter((id) => {
    const section = resume.sections.find(({ name }) => name === places.get(id));
    if (!section?.shown || section.excluded.includes(id)) return false;
    return section.included.includes(id) || onPage.has(id);
  });
}

/** Puts exactly these entries of a section of the page on the resume. */
export function setOnResume(
  chosen: Chosen,
  places: ResumePlaces,
  { entries }: Choice,
  wanted: readonly string[],
): Chosen {
  const onPage = new Set(chosen.sections.flatMap(({ included }) => included));
  const all = [...places.keys()];
  const own = new Set(entries.map(({ _id: id }) => id));
  const set = (section: ResumeSection) => {
    const ids = all.filter((id) => places.get(id) === section.name);
    if (!ids.some((id) => own.has(id))) return section;
    const on = ids.filter((id) => wanted.includes(id));
    return {
      ...section,
      shown: on.length > 0,
      included: on.filter((id) => !onPage.has(id)),
      // Without any, what is put on the page later is on the resume again once the section is.
      excluded: on.length > 0 ? ids.filter((id) => onPage.has(id) && !on.includes(id)) : [],
    };
  };
  return {
    ...chosen,
    resume: { ...chosen.resume, sections: chosen.resume.sections.map(set) },
  };
}

/** What the resume has of a section once the owner turns it on. */
export function usualOnResume(
  section: Section,
  choice: Choice,
  places: ResumePlaces,
): readonly string[] {
  const order = choice.entries.map(({ _id: id }) => id);
  const chosen = order.filter((id) => section.included.includes(id));
  return (chosen.length > 0 ? chosen : withoutDrafts(choice, order)).filter((id) => places.has(id));
}
