import type { Db } from './db/client.ts';
import type { Portfolio } from './portfolio/published-portfolio.ts';
import { listProjects } from './project/project-store.ts';
import { listSkills } from './skill/skill-store.ts';
import { listSoftwareApplications } from './software-application/software-application-store.ts';
import { listTimeline } from './timeline/timeline-store.ts';
import { findPublicProfile } from './user/user-store.ts';

/** What visitors may see of everything; nothing before there is an owner. */
export async function readPortfolio(db: Db): Promise<Portfolio | undefined> {
  const [profile, projects, skills, softwareApplications, timeline] = await Promise.all([
    findPublicProfile(db),
    listProjects(db),
    listSkills(db),
    listSoftwareApplications(db),
    listTimeline(db),
  ]);
  return profile && { profile, projects, skills, softwareApplications, timeline };
}
