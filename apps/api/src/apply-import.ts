import type { ItemId } from '@vitrine/contract/call';
import type { ImportItem } from '@vitrine/contract/import';
import type { FastifyRequest } from 'fastify';
import { actorOf, requireSession } from './auth/auth-guard.ts';
import { addPublished } from './content/published-store.ts';
import { saveDraft } from './content/publishing.ts';
import { stores } from './content/stores.ts';
import type { Trx } from './db/client.ts';
import { ExpectedError } from './expected-error.ts';
import { readIcon } from './http/read-icon.ts';
import { findIcons, IconsUnavailableError } from './media/find-icons.ts';
import { type PreparedMedia, prepareMedia } from './media/media-pipeline.ts';
import type { MediaStore } from './media/media-store.ts';
import type { Applied } from './modules/import/import-store.ts';
import { projectCollection, readProjectForm } from './modules/project/project-content.ts';
import { updateProfile } from './modules/user/user-store.ts';

/** Returns the function that prepares an import, and then applies it in a transaction. */
export function createImporter(media: MediaStore) {
  return async function prepareImport(
    items: readonly ImportItem[],
    request: FastifyRequest,
  ): Promise<(trx: Trx) => Promise<Applied>> {
    // Before the transaction, which would block other changes in the meantime.
    const icons = new Map<ImportItem, Icon>();
    for (const item of items) {
      const icon = await iconOf(item);
      if (icon) icons.set(item, icon);
    }
    // Of timeline entries with the same dates, the last one is listed first.
    const entries = items.filter(({ kind }) => kind === 'add-timeline').toReversed();
    const others = items.filter(({ kind }) => kind !== 'add-timeline' && kind !== 'update-profile');
    const profile = profileOf(items);
    return async (trx) => {
      const added: ItemId[] = [];
      const revisions: string[] = [];
      for (const item of [...entries, ...others, ...profile]) {
        const result = await applyItem(trx, media, item, icons.get(item), request);
        if (result.added) added.push(result.added);
        if (result.revision !== undefined) revisions.push(result.revision);
      }
      return { added, revisions };
    };
  };
}

/** All fields of the profile are one change, so that it can be undone. */
function profileOf(items: readonly ImportItem[]): ImportItem[] {
  const fields = items.flatMap((item) => (item.kind === 'update-profile' ? [item.fields] : []));
  return fields.length > 0
    ? [{ kind: 'update-profile', fields: Object.assign({}, ...fields) }]
    : [];
}

interface Icon {
  /** The name of the icon; empty for a drawn one. */
  readonly icon: string;
  readonly media: PreparedMedia;
}

interface AppliedItem {
  readonly added?: ItemId;
  readonly revision?: string | undefined;
}

async function applyItem(
  trx: Trx,
  media: MediaStore,
  item: ImportItem,
  icon: Icon | undefined,
  request: FastifyRequest,
): Promise<AppliedItem> {
  const actor = actorOf(request);
  const stored = icon && { icon: icon.icon, svg: await media.save(trx, icon.media) };
  switch (item.kind) {
    case 'add-timeline': {
      const id = await stores.timeline.add(trx, item.fields, actor);
      return { added: { noun: 'timeline', id } };
    }
    case 'update-timeline': {
      if (!(await stores.timeline.find(trx, item.id))) return rejectMissing();
      return { revision: await stores.timeline.update(trx, item.id, item.fields, actor) };
    }
    case 'add-skill': {
      const fields = { ...item.fields, ...(stored ?? rejectIcon()) };
      return { added: { noun: 'skill', id: await stores.skill.add(trx, fields, actor) } };
    }
    case 'update-skill': {
      const { icon: _, ...fields } = item.fields;
      if (!(await stores.skill.find(trx, item.id))) return rejectMissing();
      return { revision: await stores.skill.update(trx, item.id, { ...fields, ...stored }, actor) };
    }
    case 'add-software-application': {
      const fields = { ...item.fields, ...(stored ?? rejectIcon()) };
      const id = await stores['software-application'].add(trx, fields, actor);
      return { added: { noun: 'software-application', id } };
    }
    case 'add-project': {
      const columns = await readProjectForm(trx, media, { input: item.fields, files: {} });
      const id = await addPublished(
        trx,
        projectCollection,
        (empty) => saveDraft(empty, columns),
        actor,
      );
      return { added: { noun: 'project', id } };
    }
    case 'update-profile': {
      const { ownerId } = requireSession(request);
      return { revision: await updateProfile(trx, ownerId, item.fields, actor) };
    }
  }
}

function rejectMissing(): never {
  throw new ExpectedError(
    409,
    'One of these items was deleted in the meantime, so nothing was imported. Read the source again.',
  );
}

function rejectIcon(): never {
  throw new Error('The item has no icon.');
}

/** The icon that an item names, or one for an item that needs one. */
async function iconOf(item: ImportItem): Promise<Icon | undefined> {
  if (item.kind === 'update-skill') return readIcon(item.fields, { svg: undefined });
  if (item.kind !== 'add-skill' && item.kind !== 'add-software-application') return undefined;
  const title = item.kind === 'add-skill' ? item.fields.title : item.fields.name;
  return (
    (await readIcon(item.fields, { svg: undefined })) ??
    (await findIconByTitle(title)) ?? { icon: '', media: await drawTile(title) }
  );
}

/** Without the set of icons, the letter of the title is enough. */
async function findIconByTitle(title: string): Promise<Icon | undefined> {
  const wanted = title.toLowerCase();
  const { icons } = await findIcons({ search: title, style: 'color' }).catch((error) => {
    if (error instanceof IconsUnavailableError) return { icons: [] };
    throw error;
  });
  const found = icons.find((icon) => icon.title.toLowerCase() === wanted);
  return found && { icon: found.name, media: await prepareMedia(Buffer.from(found.svg), 'icon') };
}

/** Draws the first letter of a title. The color has enough contrast on light and on dark pages. */
async function drawTile(title: string): Promise<PreparedMedia> {
  const letter = title.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase() ?? '•';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><rect width="64" height="64" rx="14" fill="#64748b"/><text x="32" y="44" font-family="system-ui, sans-serif" font-size="34" font-weight="600" text-anchor="middle" fill="#fff">${letter}</text></svg>`;
  return prepareMedia(Buffer.from(svg), 'icon');
}
