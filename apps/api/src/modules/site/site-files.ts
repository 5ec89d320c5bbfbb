import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { SiteSettings } from '@vitrine/contract/site';
import type { PageAssets } from '@vitrine/site/site';
import { fontPairOf } from '@vitrine/site/themes';
import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { type CompressedBody, compress, makeEtag } from '../../http/compression.ts';
import type { MemoryResponse } from '../../http/memory-response.ts';
import { SECURITY_HEADERS } from '../../http/security-headers.ts';
import { SITE_BUILD } from '../../paths.ts';
import { SITE_BELOW } from '../../site-address.ts';
import { findSiteFile, shareSiteFiles } from './site-file-store.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
};

const BuiltAssets = z.object({
  script: z.string(),
  previewScript: z.string(),
  fonts: z.record(z.string(), z.array(z.string())),
});

/** Files of other versions, and stylesheets of earlier designs. */
const MAX_OTHERS = 40;
const FILE_NAME = /^[a-z0-9-]{1,90}\.(css|js|woff2)$/;

export type SiteFiles = ReturnType<typeof createSiteFiles>;

/** A page below the dashboard has an origin of its own, and loads fonts and scripts from another one. */
const TO_ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/**
 * The files below /assets/, each named by a hash of its content: stylesheets, fonts and the script. A
 * page and the files that it names always match, also while two versions of the service run.
 */
export function createSiteFiles(db: Db, siteUrl?: string) {
  const held = new Map<string, MemoryResponse>();
  let stylesheet: string | undefined;
  let built: Promise<BuiltFiles> | undefined;
  let sharing: Promise<void> | undefined;

  /** Keeps a file in memory: all of this version with its stylesheet, and the newest others. */
  async function hold(name: string, body: Buffer): Promise<MemoryResponse> {
    const { names } = await readBuildOnce();
    const made = await toResponse(name, body);
    const file =
      siteUrl === SITE_BELOW ? { ...made, headers: { ...made.headers, ...TO_ANY_ORIGIN } } : made;
    held.set(name, file);
    const others = [...held.keys()].filter((one) => !names.has(one) && one !== stylesheet);
    for (const oldest of others.slice(0, -MAX_OTHERS)) held.delete(oldest);
    return file;
  }

  async function read(name: string): Promise<Buffer | undefined> {
    const { names } = await readBuildOnce();
    if (names.has(name)) return readFile(join(SITE_BUILD, 'assets', name));
    return findSiteFile(db, name);
  }

  async function find(name: string): Promise<MemoryResponse | undefined> {
    if (!FILE_NAME.test(name)) return undefined;
    const body = held.has(name) ? undefined : await read(name);
    return body ? hold(name, body) : held.get(name);
  }

  function readBuildOnce(): Promise<BuiltFiles> {
    built ??= readBuild();
    return built;
  }

  return {
    current: (name: string): MemoryResponse | undefined => held.get(name),

    find,

    /** Stores a stylesheet for all processes. Returns its path. */
    async addStylesheet(css: string): Promise<string> {
      const body = Buffer.from(css);
      const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
      const name = `design-${hash}.css`;
      if (!held.has(name)) {
        await shareSiteFiles(db, [name], async () => body);
        await hold(name, body);
      }
      stylesheet = name;
      return `/assets/${name}`;
    },

    /** The other files that pages of a design use. Its fonts are then in memory for the first visitor. */
    async assetsOf(
      settings: SiteSettings,
      script: 'script' | 'previewScript' = 'script',
    ): Promise<Omit<PageAssets, 'stylesheet'>> {
      const { assets } = await readBuildOnce();
      const fonts = assets.fonts[fontPairOf(settings)] ?? [];
      await Promise.all(fonts.map(find));
      return {
        script: `/assets/${assets[script]}`,
        fonts: fonts.map((name) => `/assets/${name}`),
      };
    },

    /** Shares the files of this version, once. */
    async share(): Promise<void> {
      sharing ??= shareBuild().catch((error) => {
        sharing = undefined;
        throw error;
      });
      await sharing;
    },
  };

  async function shareBuild(): Promise<void> {
    const { names } = await readBuildOnce();
    await shareSiteFiles(db, [...names], (name) => readFile(join(SITE_BUILD, 'assets', name)));
  }
}

interface BuiltFiles {
  readonly assets: z.infer<typeof BuiltAssets>;
  readonly names: ReadonlySet<string>;
}

async function readBuild(): Promise<BuiltFiles> {
  const assets = JSON.parse(await readFile(join(SITE_BUILD, 'assets.json'), 'utf8'));
  return {
    assets: BuiltAssets.parse(assets),
    names: new Set(await readdir(join(SITE_BUILD, 'assets'))),
  };
}

async function toResponse(name: string, body: Buffer): Promise<MemoryResponse> {
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  return {
    ...(type === TYPES['.woff2'] ? uncompressed(body) : await compress(body, 'small')),
    status: 200,
    headers: {
      ...SECURITY_HEADERS,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': type,
    },
  };
}

function uncompressed(body: Buffer): CompressedBody {
  return { tag: makeEtag(body), body, br: undefined, gzip: undefined };
}
