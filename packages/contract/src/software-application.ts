import { icon, link, text } from './collection-field.ts';
import { defineCollection, type ItemOf, type NewOf, type UpdateOf } from './define-collection.ts';
import { routes } from './routes.ts';

export const softwareApplication = defineCollection(
  'software-application',
  routes.softwareApplication,
  { name: text('application name', 80, 'Name'), link: link('link'), ...icon() },
);

export const {
  Item: SoftwareApplication,
  New: NewSoftwareApplication,
  calls: softwareApplicationCalls,
} = softwareApplication;

export type SoftwareApplication = ItemOf<typeof softwareApplication>;
export type NewSoftwareApplication = NewOf<typeof softwareApplication>;
export type SoftwareApplicationUpdate = UpdateOf<typeof softwareApplication>;
