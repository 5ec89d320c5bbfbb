import { backupCalls } from './backup.ts';
import { messageCalls } from './message.ts';
import { projectCalls } from './project.ts';
import { publicCalls } from './public.ts';
import { sessionCalls } from './session.ts';
import { skillCalls } from './skill.ts';
import { softwareApplicationCalls } from './software-application.ts';
import { timelineCalls } from './timeline.ts';
import { setupCalls, userCalls } from './user.ts';

/** The whole contract. */
export const calls = {
  backup: backupCalls,
  setup: setupCalls,
  user: userCalls,
  session: sessionCalls,
  softwareApplication: softwareApplicationCalls,
  skill: skillCalls,
  timeline: timelineCalls,
  project: projectCalls,
  message: messageCalls,
  public: publicCalls,
};
