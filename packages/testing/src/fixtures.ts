import { calls } from '@vitrine/contract/calls';
import type { Client } from './api-client.ts';
import { uploads } from './uploads.ts';

/** Adds a published project with what it must have, and other fields. */
export async function addProject(
  owner: Client,
  title: string,
  fields: Readonly<Record<string, string>> = {},
) {
  const { body } = await owner.call(calls.project.add, {
    form: {
      title,
      description: 'It opens. It closes',
      technologies: 'Brass',
      stack: 'Mern',
      deployed: 'Yes',
      projectBanner: await uploads.png(400, 225),
      ...fields,
    },
  });
  return body.project;
}
