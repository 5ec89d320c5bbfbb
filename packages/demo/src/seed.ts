/**
 * Fills an empty installation with the demo portfolio. The content passes the same validation,
 * media pipeline and stores as the owner's own input.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, readConfig } from '@vitrine/api/config';
import type { CollectionStore } from '@vitrine/api/content/collection-store';
import { update } from '@vitrine/api/content/publishing';
import { SERVICE } from '@vitrine/api/content/revision-store';
import { allStores, isPublishedStore, stores } from '@vitrine/api/content/stores';
import { connect, type Db, type Trx } from '@vitrine/api/db/client';
import { migrate } from '@vitrine/api/db/migrate';
import { prepareMedia } from '@vitrine/api/media/media-pipeline';
import { type MediaStore, mediaStore } from '@vitrine/api/media/media-store';
import { openMedia } from '@vitrine/api/media/open-media';
import { changeTestimonial, storeAnswer } from '@vitrine/api/modules/testimonial/testimonial-store';
import { hashPassword } from '@vitrine/api/modules/user/password';
import { createOwner, updateProfile } from '@vitrine/api/modules/user/user-store';
import type { FileField } from '@vitrine/contract/call';
import { calls } from '@vitrine/contract/calls';
import { CASE_STUDIES } from './case-studies.ts';
import { readIcon } from './icon.ts';
import { ANSWERS, AVATAR, ITEMS, MESSAGES, OWNER, PROFILE, PROJECTS } from './portfolio.ts';
import { POSTS } from './posts.ts';

const PACKAGE = join(import.meta.dirname, '..');
const HOUR_MS = 60 * 60 * 1000;

if (import.meta.main) console.log(await seed(process.env));

/** Returns a message for the terminal. */
export async function seed(environment: NodeJS.ProcessEnv): Promise<string> {
  const config = readConfig(environment);
  const db = connect({ url: config.databaseUrl, onConnectionError: () => {} });
  try {
    await migrate(db);
    return await fill(db, config);
  } finally {
    await db.destroy();
  }
}

async function fill(db: Db, config: Config): Promise<string> {
  if (config.publicUrl.startsWith('https:')) {
    return 'Nothing was changed: PUBLIC_URL is an https address, and the demo owner has a well-known password.';
  }
  const isFilled = await db.selectFrom('project').select('id').limit(1).executeTakeFirst();
  if (isFilled) return 'Nothing was changed: this installation already has projects.';

  const media = mediaStore(await openMedia(config));
  const isNewOwner = await db.transaction().execute(async (trx) => {
    const isNew = await addOwner(trx, media);
    await addProjects(trx, media);
    await addPosts(trx, media);
    for (const store of allStores) if (!isPublishedStore(store)) await addItems(trx, media, store);
    await addAnswers(trx);
    await addMessages(trx);
    return isNew;
  });
  return isNewOwner
    ? `Added the demo portfolio. Sign in as ${OWNER.email} with the password ${OWNER.password}.`
    : 'Added the demo portfolio. Your profile and password are unchanged.';
}

/** Leaves an existing owner unchanged. */
async function addOwner(trx: Trx, media: MediaStore): Promise<boolean> {
  const passwordHash = await hashPassword(OWNER.password);
  const id = await createOwner(trx, { ...OWNER, passwordHash });
  if (id === undefined) return false;
  const { files } = calls.user.updateProfile;
  const resume = await readFile(join(PACKAGE, 'resume.pdf'));
  await updateProfile(
    trx,
    id,
    {
      ...PROFILE,
      avatar: await addMedia(trx, media, await readPicture(AVATAR.file), files.avatar),
      resume: await addMedia(trx, media, resume, files.resume),
    },
    SERVICE,
  );
  return true;
}

async function addProjects(trx: Trx, media: MediaStore): Promise<void> {
  const { input, files } = calls.project.add;
  for (const { banner, ...fields } of PROJECTS) {
    const bytes = await readPicture(banner.file);
    const caseStudy = await addCaseStudy(trx, media, fields.title);
    const project = input.parse({ ...fields, ...caseStudy, bannerAlt: banner.alt });
    const name = await addMedia(trx, media, bytes, files.projectBanner);
    await stores.project.add(trx, { ...project, banner: name }, SERVICE, update);
  }
}

/** Returns the fields of the case study, if the project has one. */
async function addCaseStudy(trx: Trx, media: MediaStore, title: string) {
  const caseStudy = CASE_STUDIES[title];
  if (!caseStudy) return {};
  const { image } = calls.image.add.files;
  const gallery: { image: string; alt: string; caption: string }[] = [];
  for (const { file, alt, caption } of caseStudy.pictures)
    gallery.push({
      image: await addMedia(trx, media, await readPicture(file), image),
      alt,
      caption,
    });
  const detail =
    caseStudy.detail && (await addMedia(trx, media, await readPicture(caseStudy.detail), image));
  return { body: caseStudy.body.replace('{detail}', `/media/${detail}`), gallery };
}

async function addPosts(trx: Trx, media: MediaStore): Promise<void> {
  const { input, files } = calls.post.add;
  for (const { picture, ...fields } of POSTS.toReversed()) {
    const cover =
      picture && (await addMedia(trx, media, await readPicture(picture), files.coverImage));
    await stores.post.add(
      trx,
      input.parse({ ...fields, ...(cover && { cover }) }),
      SERVICE,
      update,
    );
  }
}

async function addItems(trx: Trx, media: MediaStore, { collection, add }: CollectionStore) {
  const { name, facts, calls: own } = collection;
  // A list that the owner does not order has the newest items first.
  const items = facts.isOrdered ? ITEMS[name] : ITEMS[name].toReversed();
  for (const item of items) {
    const content: Record<string, unknown> = Object(own.add.input.parse(item));
    for (const [field, file] of Object.entries(own.add.files)) {
      const icon = readIcon(String(content[file.namedBy ?? '']));
      content[field] = await addMedia(trx, media, icon, file);
    }
    await add(trx, content, SERVICE);
  }
}

/** What people answered who were asked for a testimonial. */
async function addAnswers(trx: Trx): Promise<void> {
  const asked = await trx.selectFrom('testimonial').select(['id', 'person']).execute();
  const projects = await trx.selectFrom('project').select(['id', 'title']).execute();
  for (const { project, isShown, ...answer } of ANSWERS) {
    const id = asked.find(({ person }) => person === answer.name)?.id ?? '';
    await storeAnswer(trx, id, { ...answer, photo: '' });
    if (isShown) await changeTestimonial(trx, id, { state: 'shown' });
    const about = projects.filter(({ title }) => title === project).map((one) => one.id);
    await stores.testimonial.update(trx, id, { projects: about }, SERVICE);
  }
}

/** One every 36 hours. The newest is one hour old. */
async function addMessages(trx: Trx): Promise<void> {
  for (const [index, { senderName, subject, message }] of MESSAGES.entries()) {
    const age = HOUR_MS + (MESSAGES.length - 1 - index) * 36 * HOUR_MS;
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

function readPicture(file: string): Promise<Buffer> {
  return readFile(join(PACKAGE, 'pictures', file));
}

async function addMedia(
  trx: Trx,
  media: MediaStore,
  bytes: Buffer,
  { kind }: FileField,
): Promise<string> {
  return media.save(trx, await prepareMedia(bytes, kind));
}
