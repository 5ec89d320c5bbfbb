import { namesOf } from '@vitrine/contract/collections';
import { SpokenLanguage } from '@vitrine/contract/language-list';
import { Link } from '@vitrine/contract/link-list';
import type { Document } from '@vitrine/contract/media';
import type { SetupStep } from '@vitrine/contract/options';
import type { PublicProfile } from '@vitrine/contract/public';
import { DEFAULT_RESUME_SETTINGS, type ResumeSettings } from '@vitrine/contract/resume';
import type { NewOwner, ProfileUpdate, User } from '@vitrine/contract/user';
import { toInlineHtml } from '@vitrine/markdown/inline';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Actor, recordCreate, SERVICE } from '../../content/revision-store.ts';
import { editItem } from '../../content/write-store.ts';
import type { Db, Trx } from '../../db/client.ts';
import type { ColumnsOf } from '../../db/columns-of.ts';
import type { MediaMetadata } from '../../db/media-metadata.ts';
import type { DB } from '../../db/tables.ts';
import { toDocument } from '../../media/media-response.ts';
import { CONTENT_TYPES } from '../../media/media-type.ts';
import { resumeFileName } from '../../typeset/resume-file-name.ts';
import { turnOff } from './second-factor-store.ts';

/** Returns the owner for the dashboard, without secrets. */
export async function findUser(db: Db | Trx): Promise<User> {
  return toUser(await users(db).executeTakeFirstOrThrow());
}

/** Returns the owner for visitors, or undefined if there is no owner yet. */
export async function findPublicProfile(db: Db): Promise<PublicProfile | undefined> {
  const row = await users(db).executeTakeFirst();
  return row && toPublicProfile(toUser(row));
}

/** Lists the uploaded resume with all earlier ones that are still stored. The site has no other PDFs. */
export async function listUploadedResumes(db: Db): Promise<Document[]> {
  const { rows } = await sql<{ name: string; metadata: MediaMetadata }>`
    select name, metadata from media where name like '%.pdf' or name in (
      select resume from owner
      union select before ->> 'resume' from revision where noun = 'profile'
      union select after ->> 'resume' from revision where noun = 'profile')`.execute(db);
  return rows.map(({ name, metadata }) => toDocument(name, metadata));
}

/** Leaves out what the owner hides from visitors. */
export function toPublicProfile(user: User): PublicProfile {
  const { email, phone, showEmail, showPhone, ...profile } = user;
  return {
    ...profile,
    aboutMeHtml: toInlineHtml(profile.aboutMe),
    ...(showEmail && { email }),
    ...(showPhone && phone && { phone }),
  };
}

function users(db: Db | Trx) {
  return db
    .selectFrom('owner')
    .leftJoin('media as avatar', 'avatar.name', 'owner.avatar')
    .leftJoin('media as resume', 'resume.name', 'owner.resume')
    .select([
      'owner.id as _id',
      'full_name as fullName',
      'email',
      'phone',
      'about_me as aboutMe',
      'portfolio_url as portfolioURL',
      'github_url as githubURL',
      'linkedin_url as linkedInURL',
      'instagram_url as instagramURL',
      'twitter_url as twitterURL',
      'facebook_url as facebookURL',
      'links',
      'languages',
      'headline',
      'location',
      'availability',
      'pronouns',
      'avatar.name as avatarName',
      'avatar.metadata as avatarMetadata',
      'resume.name as resumeName',
      'resume.metadata as resumeMetadata',
      'show_email as showEmail',
      'show_phone as showPhone',
      'mail_messages as mailMessages',
      'setup_step as setupStep',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof users>['executeTakeFirstOrThrow']>>;

function toUser(row: Row): User {
  const { avatarName, avatarMetadata, resumeName, resumeMetadata, ...user } = row;
  return {
    ...user,
    links: z.array(Link).parse(user.links),
    languages: z.array(SpokenLanguage).parse(user.languages),
    avatar: toDocumentOrEmpty(avatarName, avatarMetadata),
    resume: addViewUrl(toDocumentOrEmpty(resumeName, resumeMetadata), user.fullName),
  };
}

function addViewUrl(resume: Document, fullName: string): Document {
  if (resume.type !== CONTENT_TYPES.pdf) return resume;
  return { ...resume, viewUrl: `${resume.url}/${resumeFileName(fullName)}` };
}

function toDocumentOrEmpty(name: string | null, metadata: MediaMetadata | null): Document {
  return name !== null && metadata !== null ? toDocument(name, metadata) : { url: '' };
}

export async function hasOwner(db: Db): Promise<boolean> {
  return (await db.selectFrom('owner').select('id').executeTakeFirst()) !== undefined;
}

export interface Login {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
}

/**
 * Normalizes an address for comparison and rate limits. Not done in SQL: `lower()` depends on the
 * database's locale, and a difference between the two would be a way around a limit.
 */
export function normalizeEmail(email: string): string {
  return email.normalize('NFKC').toLowerCase();
}

export async function findLoginByEmail(db: Db, email: string): Promise<Login | undefined> {
  const owner = await findLogin(db);
  return owner && normalizeEmail(owner.email) === normalizeEmail(email) ? owner : undefined;
}

export async function findLogin(db: Db): Promise<Login | undefined> {
  return db
    .selectFrom('owner')
    .select(['id', 'email', 'password_hash as passwordHash'])
    .executeTakeFirst();
}

interface OwnerInput extends Omit<NewOwner, 'code' | 'password'> {
  readonly passwordHash: string;
}

/** Returns the owner's id, or undefined if there is an owner already. */
export async function createOwner(trx: Trx, owner: OwnerInput): Promise<string | undefined> {
  const columns = {
    full_name: owner.fullName ?? '',
    email: owner.email,
    password_hash: owner.passwordHash,
    setup_step: owner.hasFirstRun ? ('start' as const) : null,
  } satisfies ColumnsOf<
    OwnerInput,
    { fullName: 'full_name'; passwordHash: 'password_hash'; hasFirstRun: 'setup_step' }
  >;
  const created = await trx
    .insertInto('owner')
    .values(columns)
    .onConflict((conflict) => conflict.column('singleton').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) return undefined;
  // Those of a previous owner must not sign in.
  await trx.deleteFrom('passkey').execute();
  // A previous owner may have had one, whose codes the new owner does not have.
  await turnOff(trx);
  // The settings of a previous owner stay, like the content.
  await trx
    .insertInto('resume')
    .values({ settings: JSON.stringify(FIRST_RESUME) })
    .onConflict((conflict) => conflict.column('singleton').doNothing())
    .execute();
  await recordCreate(trx, { noun: 'profile', id: created.id }, SERVICE);
  return created.id;
}

/** A new owner's site offers a PDF. Stored, because owners who never saved settings have none on theirs. */
const FIRST_RESUME: Pick<ResumeSettings, 'published'> = {
  published: { ...DEFAULT_RESUME_SETTINGS.published, pdf: true },
};

export async function hasFirstRun(db: Db): Promise<boolean> {
  const owner = await db.selectFrom('owner').select('setup_step').executeTakeFirst();
  return (owner?.setup_step ?? null) !== null;
}

/** An owner without a first run never gets one. */
export async function saveSetupStep(db: Db, step: SetupStep): Promise<void> {
  await db
    .updateTable('owner')
    .set({ setup_step: step })
    .where('setup_step', 'is not', null)
    .execute();
}

interface ProfileChanges extends Omit<ProfileUpdate, 'removeAvatar' | 'removeResume'> {
  /** The name of a stored file, or null to remove the current one. */
  readonly avatar?: string | null;
  readonly resume?: string | null;
}

/** The column of each field. A new field does not compile until it has one. */
const COLUMNS: Readonly<Record<keyof ProfileChanges, keyof DB['owner']>> = {
  fullName: 'full_name',
  email: 'email',
  phone: 'phone',
  aboutMe: 'about_me',
  portfolioURL: 'portfolio_url',
  githubURL: 'github_url',
  linkedInURL: 'linkedin_url',
  instagramURL: 'instagram_url',
  twitterURL: 'twitter_url',
  facebookURL: 'facebook_url',
  links: 'links',
  languages: 'languages',
  headline: 'headline',
  location: 'location',
  availability: 'availability',
  pronouns: 'pronouns',
  avatar: 'avatar',
  resume: 'resume',
  showEmail: 'show_email',
  showPhone: 'show_phone',
  mailMessages: 'mail_messages',
};

/** Updates the fields that are set. Returns the ID of the revision, if there is one. */
export async function updateProfile(
  trx: Trx,
  ownerId: string,
  changes: ProfileChanges,
  actor: Actor,
): Promise<string | undefined> {
  const columns = namesOf(COLUMNS).map((name) => [COLUMNS[name], changes[name]]);
  return editItem(trx, { noun: 'profile', id: ownerId }, Object.fromEntries(columns), actor);
}

/** With `currentHash`, only if it is still the stored one. Returns whether the password was set. */
export async function setPassword(
  trx: Trx,
  ownerId: string,
  passwordHash: string,
  currentHash?: string,
): Promise<boolean> {
  const result = await trx
    .updateTable('owner')
    .set({ password_hash: passwordHash, updated_at: sql`now()` })
    .where('id', '=', ownerId)
    .$if(currentHash !== undefined, (query) => query.where('password_hash', '=', currentHash ?? ''))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
