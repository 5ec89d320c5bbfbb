import { attachViews } from './attach-view.ts';
import type { Config } from './config.ts';
import { createJobs, type Jobs, type JobsOptions } from './jobs/jobs.ts';
import { createMailer } from './mail/mailer.ts';
import type { MediaFiles } from './media/media-files.ts';
import { messageMail } from './modules/message/message-mail.ts';
import { replyMail } from './modules/message/reply-mail.ts';
import { userMail } from './modules/user/user-mail.ts';
import { sharedSiteUrl } from './site-address.ts';
import { createCopyUpdater } from './update-copies.ts';

interface QueueOptions
  extends Omit<JobsOptions, 'deliver' | 'deliverMessages' | 'deliverReply' | 'updateCopy'> {
  readonly files: MediaFiles;
}

/** The job queues, with what writes and sends each kind of email, and what updates copies. */
export function createServiceJobs(config: Config, { files, ...options }: QueueOptions): Jobs {
  const { db } = options;
  const { publicUrl } = config;
  const linkedSite = sharedSiteUrl(config.siteUrl, publicUrl);
  const siteUrl = linkedSite ?? publicUrl;
  const send = createMailer(config.smtpUrl, config.mailFrom);
  const jobs: Jobs = createJobs({
    ...options,
    deliver: userMail({ db, send, publicUrl }),
    deliverMessages: messageMail({ db, send, publicUrl, siteUrl }),
    deliverReply: replyMail({ db, send, siteUrl, ...attachViews(linkedSite) }),
    updateCopy: createCopyUpdater(config, { db, files, jobs: () => jobs }),
  });
  return jobs;
}
