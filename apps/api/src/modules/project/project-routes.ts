import { type DraftUpdate, projectCalls } from '@vitrine/contract/project';
import type { Db } from '../../db/client.ts';
import { listRoutes } from '../../http/collection-routes.ts';
import { publishedRoutes } from '../../http/published-routes.ts';
import type { RegisterRoute } from '../../http/register-route.ts';
import type { MediaStore } from '../../media/media-store.ts';
import { type ProjectContent, projectCollection, readProjectForm } from './project-content.ts';
import { findProject, listProjects } from './project-store.ts';

export function projectRoutes(registerRoute: RegisterRoute, db: Db, media: MediaStore): void {
  listRoutes(registerRoute, db, { name: 'project', calls: projectCalls, list: listProjects });
  publishedRoutes<ProjectContent, DraftUpdate>(registerRoute, db, {
    collection: projectCollection,
    calls: projectCalls,
    find: findProject,
    readColumns: (trx, form) => readProjectForm(trx, media, form),
  });
}
