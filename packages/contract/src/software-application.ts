import { icon, link, text } from './collection-field.ts';
import { defineCollection, type ItemOf, type NewOf } from './define-collection.ts';

export const softwareApplication = defineCollection(
  'software-application',
  { name: text('application name', 80, 'Name'), link: link('link'), ...icon() },
  { detail: ['link'] },
);

export const { New: NewSoftwareApplication } = softwareApplication;

export type SoftwareApplication = ItemOf<typeof softwareApplication>;
export type NewSoftwareApplication = NewOf<typeof softwareApplication>;
