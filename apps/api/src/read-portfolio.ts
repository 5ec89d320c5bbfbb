import { groupTimeline } from '@vitrine/contract/group-timeline';
import type { Db } from './db/client.ts';
import type { Portfolio } from './modules/portfolio/portfolio-snapshot.ts';
import { listProjects } from './modules/project/project-store.ts';
import { listSkills } from './modules/skill/skill-store.ts';
import { listSoftwareApplications } from './modules/software-application/software-application-store.ts';
import { listTimeline } from './modules/timeline/timeline-store.ts';
import { findPublicProfile } from './modules/user/user-store.ts';

/** Reads the public part of all modules. Returns undefined if there is no owner yet. */
export async function readPortfolio(db: Db): Promise<Portfolio | undefined> {
  const [profile, projects, skills, softwareApplications, timeline] = await Promise.all([
    findPublicProfile(db),
    listProjects(db),
    listSkills(db),
    listSoftwareApplications(db),
    listTimeline(db),
  ]);
  const timelineGroups = groupTimeline(timeline).map((entries) => ({
    organization: entries[0]?.organization ?? '',
    entries: entries.map(({ _id }) => _id),
  }));
  return profile && { profile, projects, skills, softwareApplications, timeline, timelineGroups };
}
