import type { CollectionName, PublishedName } from '@vitrine/contract/collections';
import type { ComponentType } from 'react';
import type { CollectionItem } from '../components/collection/collection-query.ts';

/** The forms that add an item, each in a chunk of its own. Those with drafts have a view of their own. */
export const FORM_LOADERS: Readonly<
  Record<Exclude<CollectionName, PublishedName>, () => Promise<ComponentType>>
> = {
  skill: () => import('../features/skill/skill-form.tsx').then((file) => file.SkillForm),
  'software-application': () =>
    import('../features/software-application/software-application-form.tsx').then(
      (file) => file.SoftwareApplicationForm,
    ),
  timeline: () =>
    import('../features/timeline/timeline-form.tsx').then((file) => file.TimelineForm),
  publication: () =>
    import('../features/publication/publication-form.tsx').then((file) => file.PublicationForm),
  testimonial: () =>
    import('../features/testimonial/testimonial-form.tsx').then((file) => file.TestimonialForm),
};

export interface ManagedCollection<Name extends CollectionName> {
  readonly List: ComponentType<{ readonly items: readonly CollectionItem<Name>[] }>;
  /** Shown while the list loads. The default is a card with rows. */
  readonly Skeleton?: ComponentType;
}

/** The lists of the Manage pages, each in a chunk of its own. */
export const LIST_LOADERS: {
  readonly [Name in CollectionName]: () => Promise<ManagedCollection<Name>>;
} = {
  project: () =>
    import('../features/project/list/manage-projects-table.tsx').then((file) => ({
      List: file.ManageProjectsTable,
    })),
  skill: () =>
    import('../features/skill/manage-skills.tsx').then((file) => ({
      List: file.ManageSkills,
      Skeleton: file.SkillsSkeleton,
    })),
  'software-application': () =>
    import('../features/software-application/manage-software-applications-table.tsx').then(
      (file) => ({ List: file.ManageSoftwareApplicationsTable }),
    ),
  timeline: () =>
    import('../features/timeline/manage-timeline.tsx').then((file) => ({
      List: file.ManageTimeline,
    })),
  post: () =>
    import('../features/post/manage-posts.tsx').then((file) => ({ List: file.ManagePosts })),
  publication: () =>
    import('./publication-list.tsx').then((file) => ({ List: file.PublicationList })),
  testimonial: () =>
    import('../features/testimonial/manage-testimonials.tsx').then((file) => ({
      List: file.ManageTestimonials,
    })),
};
