/**
 * `npm run seed`: fills an empty portfolio with a believable one. It goes through the same gate
 * and the same stores as the service, so what it makes is what a person could have made.
 */
import { join } from 'node:path';
import { type Config, readConfig } from '@vitrine/api/config';
import { connect, type Db, type Trx } from '@vitrine/api/db/client';
import { migrate } from '@vitrine/api/db/migrate';
import { prepareMedia } from '@vitrine/api/media/media-pipeline';
import { type MediaStore, mediaStore } from '@vitrine/api/media/media-store';
import { openMedia } from '@vitrine/api/media/open-media';
import { addProject } from '@vitrine/api/modules/project/project-store';
import { addSkill } from '@vitrine/api/modules/skill/skill-store';
import { addSoftwareApplication } from '@vitrine/api/modules/software-application/software-application-store';
import { addTimelineEntry } from '@vitrine/api/modules/timeline/timeline-store';
import { hashPassword } from '@vitrine/api/modules/user/password';
import { createOwner, updateProfile } from '@vitrine/api/modules/user/user-store';
import type { FileField } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { icon, paint, pdf } from '@vitrine/testing/pictures';
import { startPostgres } from '@vitrine/testing/postgres';
import {
  APPLICATIONS,
  MESSAGES,
  OWNER,
  PROFILE,
  PROJECTS,
  RESUME,
  SKILLS,
  TIMELINE,
} from './portfolio.ts';

const FOLDER = join(import.meta.dirname, '../../..', '.dev');

const own = process.env['DATABASE_URL']
  ? undefined
  : await startPostgres({ folder: join(FOLDER, 'postgres') });
const config = readConfig({
  MEDIA_DIR: join(FOLDER, 'media'),
  ...process.env,
  ...(own && { DATABASE_URL: own.url('postgres') }),
});
const db = connect({ url: config.databaseUrl, onConnectionError: () => {} });
try {
  await migrate(db);
  console.log(await seed(db, config));
} finally {
  await db.destroy();
  await own?.stop();
}

async function seed(db: Db, config: Config): Promise<string> {
  if (config.publicUrl.startsWith('https:')) {
    return 'This looks like a real site, so nothing was changed: the example owner has a known password.';
  }
  const isFilled = await db.selectFrom('project').select('id').limit(1).executeTakeFirst();
  if (isFilled) return 'There are projects here already, so nothing was changed.';

  const media = mediaStore(await openMedia(config));
  const owner = await db.transaction().execute(async (trx) => {
    const whose = await addOwner(trx, media);
    for (const [index, project] of PROJECTS.entries()) {
      const { from, to, ...words } = project;
      const bytes = await paint({ width: 1600, height: 900, from, to, seed: index + 1 })
        .png()
        .toBuffer();
      const banner = await keep(trx, media, bytes, calls.project.add.files.projectBanner);
      await addProject(trx, { ...calls.project.add.input.parse(words), banner });
    }
    for (const [title, proficiency, colour] of SKILLS) {
      const svg = await keep(trx, media, icon(title, colour), calls.skill.add.files.svg);
      await addSkill(trx, { title, proficiency, svg });
    }
    for (const [name, colour] of APPLICATIONS) {
      const svg = await keep(
        trx,
        media,
        icon(name, colour),
        calls.softwareApplication.add.files.svg,
      );
      await addSoftwareApplication(trx, { name, svg });
    }
    for (const entry of [...TIMELINE].reverse()) await addTimelineEntry(trx, entry);
    await addMessages(trx);
    return whose;
  });
  return `${PROJECTS.length} projects and what goes with them. ${owner}`;
}

/** Somebody who is the owner already keeps everything of theirs. */
async function addOwner(trx: Trx, media: MediaStore): Promise<string> {
  const passwordHash = await hashPassword(OWNER.password);
  const id = await createOwner(trx, { ...OWNER, passwordHash });
  if (id === undefined) return 'You are the owner: your profile and password are as they were.';
  const portrait = await paint({
    width: 640,
    height: 640,
    from: [222, 196, 160],
    to: [70, 104, 96],
    seed: 42,
  })
    .jpeg({ quality: 90 })
    .toBuffer();
  await updateProfile(trx, id, {
    ...PROFILE,
    avatar: await keep(trx, media, portrait, calls.user.updateProfile.files.avatar),
    resume: await keep(trx, media, pdf(RESUME), calls.user.updateProfile.files.resume),
  });
  return `Log in as ${OWNER.email} with the password ${OWNER.password}`;
}

async function keep(trx: Trx, media: MediaStore, bytes: Buffer, field: FileField): Promise<string> {
  return media.keep(trx, await prepareMedia(bytes, field.kind));
}

/** One every day and a half, the newest an hour ago. */
async function addMessages(trx: Trx): Promise<void> {
  const hour = 60 * 60 * 1000;
  for (const [index, [senderName, subject, message]] of MESSAGES.entries()) {
    const age = hour + (MESSAGES.length - 1 - index) * 36 * hour;
    await trx
      .insertInto('message')
      .values({
        sender_name: senderName,
        subject,
        email: `${senderName.toLowerCase().replace(/[^a-z]+/g, '.')}@example.com`,
        message,
        created_at: new Date(Date.now() - age),
      })
      .execute();
  }
}
