import { calls } from '@vitrine/contract/calls';
import { useApp } from '@vitrine/testing/app';
import { uploads } from '@vitrine/testing/uploads';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { publishDue } from './content/stores.ts';
import { readPortfolio } from './read-portfolio.ts';

const SEQUENCES = 40;
const STEPS = 30;
const COMPLETE = { description: 'b', technologies: 'c', stack: 'Mern', deployed: 'No' };

const site = useApp();
let banner: string;
beforeAll(async () => {
  const { body } = await site.owner.call(calls.image.add, { form: { image: await uploads.png() } });
  banner = body.image.name;
});

/** What visitors can read about an item, such as `title:T7`. */
type Facts = ReadonlySet<string>;
/** By the ID of the item. */
type Public = ReadonlyMap<string, Facts>;

const NOTHING: Facts = new Set();

async function readPublic(): Promise<Public> {
  const portfolio = await readPortfolio(site.app.db, site.app.config);
  if (!portfolio) throw new Error('There is no owner.');
  const { email, phone } = portfolio.profile;
  const { user } = (await site.owner.call(calls.user.me)).body;
  const profile = [
    ...(email === undefined ? [] : [`email:${email}`]),
    ...(phone === undefined ? [] : [`phone:${phone}`]),
    ...(user.showPhone ? ['shows phone'] : []),
  ];
  return new Map([
    [user._id, new Set(profile)],
    ...portfolio.projects.map(
      ({ _id, title, slug, oldSlugs }) =>
        [
          _id,
          new Set([
            `title:${title}`,
            `slug:${slug}`,
            ...oldSlugs.map((oldSlug) => `redirect:${oldSlug}`),
          ]),
        ] as const,
    ),
  ]);
}

interface Version {
  readonly id: string;
  readonly item: string;
  readonly before: Facts;
  readonly after: Facts;
}

type Step =
  | {
      kind: 'edit profile';
      email: boolean;
      phone: boolean;
      showEmail?: boolean | undefined;
      showPhone?: boolean | undefined;
    }
  | { kind: 'add'; isDraft: boolean; slug: string | undefined }
  | { kind: 'edit' | 'edit draft'; one: number; slug: string | undefined }
  | { kind: 'publish' | 'unpublish' | 'discard' | 'schedule' | 'time comes'; one: number }
  | { kind: 'undo latest' | 'undo' | 'restore'; one: number }
  | { kind: 'delete' | 'restore from trash'; one: number }
  | { kind: 'import' | 'undo import'; one: number };

const flag = fc.option(fc.boolean(), { nil: undefined });
/** Few slugs, so that projects compete for them. */
const slug = fc.option(fc.constantFrom('acme', 'blue', 'coral'), { nil: undefined });
const one = fc.nat(1000);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        kind: fc.constant('edit profile' as const),
        email: fc.boolean(),
        phone: fc.boolean(),
        showEmail: flag,
        showPhone: flag,
      },
      { requiredKeys: ['kind', 'email', 'phone'] },
    ),
  },
  fc.record({ kind: fc.constant('add' as const), isDraft: fc.boolean(), slug }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('edit', 'edit draft'), one, slug }) },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'publish',
        'unpublish',
        'discard',
        'schedule',
        'time comes',
        'undo latest',
        'undo latest',
        'undo latest',
        'undo',
        'restore',
        'restore',
        'delete',
        'restore from trash',
        'import',
        'undo import',
      ),
      one,
    }),
  },
);

/** Takes steps as the owner, and knows what visitors may see after each of them. */
class Model {
  #count = 0;
  #owner = '';
  #now: Public = new Map();
  readonly #versions: Version[] = [];
  /** What the owner chose to publish at a time, by project. */
  readonly #scheduled = new Map<string, Set<string>>();
  /** What visitors saw of a project before it was deleted. */
  readonly #deleted = new Map<string, Facts>();
  /** Every slug under which visitors saw a project. */
  readonly #seenSlugs = new Map<string, Set<string>>();
  readonly #imports: string[] = [];

  async start(): Promise<void> {
    const form = { showEmail: 'false', showPhone: 'false', phone: '' };
    await site.owner.call(calls.user.updateProfile, { form });
    await sql`truncate project, trash, revision, content_import cascade`.execute(site.app.db);
    this.#owner = (await site.owner.call(calls.user.me)).body.user._id;
    this.#now = await readPublic();
    await this.take({ kind: 'add', isDraft: false, slug: 'acme' });
  }

  async take(step: Step): Promise<void> {
    const { item, allowed } = await this.#act(step);
    const before = this.#now;
    const after = await readPublic();
    for (const [id, facts] of after) {
      for (const fact of facts) {
        const isAllowed = before.get(id)?.has(fact) || (id === item && allowed(fact));
        if (!isAllowed && !fact.startsWith('redirect:'))
          throw new Error(`${fact} became public by ${JSON.stringify(step)}`);
      }
      this.#checkRedirects(id, facts, step);
    }
    await this.#remember(before, after);
    this.#now = after;
  }

  /** Every slug that visitors saw redirects, and no other slug. */
  #checkRedirects(id: string, facts: Facts, step: Step): void {
    const valuesOf = (kind: string) =>
      [...facts]
        .filter((fact) => fact.startsWith(`${kind}:`))
        .map((fact) => fact.slice(kind.length + 1));
    const current = valuesOf('slug');
    const seen = this.#seenSlugs.get(id) ?? new Set();
    const expected = [...seen].filter((value) => !current.includes(value));
    for (const value of current) seen.add(value);
    this.#seenSlugs.set(id, seen);
    expect(valuesOf('redirect').toSorted(), `after ${JSON.stringify(step)}`).toEqual(
      expected.toSorted(),
    );
  }

  async #remember(before: Public, after: Public): Promise<void> {
    const last = this.#versions.at(-1)?.id ?? '0';
    const { rows } = await sql<{ id: string; item: string }>`
      select id, item_id as item from revision where id > ${last} order by id`.execute(site.app.db);
    for (const { id, item } of rows)
      this.#versions.push({
        id,
        item,
        before: before.get(item) ?? NOTHING,
        after: after.get(item) ?? NOTHING,
      });
  }

  /** Returns the item that may change for visitors, and which facts may become public. */
  async #act(step: Step): Promise<{ item: string; allowed: (fact: string) => boolean }> {
    const none = { item: '', allowed: () => false };
    switch (step.kind) {
      case 'edit profile':
        return this.#editProfile(step);
      case 'add': {
        const json = { ...COMPLETE, title: this.#next('T'), slug: step.slug ?? '', banner };
        const call = step.isDraft ? calls.project.addDraft : calls.project.add;
        const { status, body } = await site.owner.call(call, { json });
        if (status !== 201 || step.isDraft) return none;
        return { item: body.project._id, allowed: () => true };
      }
      case 'edit':
      case 'edit draft':
        return this.#editProject(step);
      case 'import':
        return this.#import(step.one);
      case 'undo import':
        return this.#undoImport();
      case 'undo latest':
      case 'undo':
        return this.#undo(step);
      case 'restore':
        return this.#restore(step.one);
      case 'restore from trash':
        return this.#restoreFromTrash(step.one);
      default:
        return this.#changeState(step.kind, step.one);
    }
  }

  async #editProfile(step: Extract<Step, { kind: 'edit profile' }>) {
    const shown = this.#now.get(this.#owner) ?? NOTHING;
    const showsEmail = step.showEmail ?? [...shown].some((fact) => fact.startsWith('email:'));
    const showsPhone = step.showPhone ?? shown.has('shows phone');
    const form = {
      ...(step.email && { email: `${this.#next('e')}@example.com` }),
      ...(step.phone && { phone: this.#next('555 ') }),
      ...(step.showEmail !== undefined && { showEmail: String(step.showEmail) }),
      ...(step.showPhone !== undefined && { showPhone: String(step.showPhone) }),
    };
    const { status } = await site.owner.call(calls.user.updateProfile, { form });
    expect(status).toBe(200);
    return {
      item: this.#owner,
      allowed: (fact: string) => (fact.startsWith('email:') ? showsEmail : showsPhone),
    };
  }

  async #editProject({ kind, one, slug }: Extract<Step, { kind: 'edit' | 'edit draft' }>) {
    const id = await this.#pick(one);
    const call = kind === 'edit' ? calls.project.update : calls.project.saveDraft;
    const json = { title: this.#next('T'), ...(slug && { slug }) };
    await site.owner.call(call, { params: { id }, json });
    const changed = this.#scheduled.get(id);
    for (const fact of await latestFacts(id)) changed?.add(fact);
    return { item: id, allowed: () => kind === 'edit' };
  }

  async #changeState(
    kind: 'publish' | 'unpublish' | 'discard' | 'schedule' | 'time comes' | 'delete',
    one: number,
  ) {
    const id = await this.#pick(one);
    const params = { id };
    if (kind === 'delete') {
      await site.owner.call(calls.project.remove, { params });
      this.#deleted.set(id, this.#now.get(id) ?? NOTHING);
    }
    if (kind === 'publish') await site.owner.call(calls.project.publish, { params, json: {} });
    if (kind === 'unpublish') await site.owner.call(calls.project.unpublish, { params });
    if (kind === 'discard') await site.owner.call(calls.project.discardDraft, { params });
    if (kind === 'schedule') {
      const json = { publishAt: new Date(Date.now() + 3_600_000).toISOString() };
      const { status } = await site.owner.call(calls.project.schedule, { params, json });
      if (status === 200) this.#scheduled.set(id, new Set(await latestFacts(id)));
    }
    if (kind === 'time comes') {
      await sql`update project set publish_at = now() - interval '1 second'
        where id = ${id} and publish_at is not null`.execute(site.app.db);
      await publishDue(site.app.db).catch(() => {});
    }
    const scheduled = this.#scheduled.get(id) ?? NOTHING;
    return {
      item: id,
      allowed: (fact: string) =>
        kind === 'publish' || (kind === 'time comes' && scheduled.has(fact)),
    };
  }

  async #undo({ kind, one }: { kind: string; one: number }) {
    const latest = new Map(this.#versions.map((version) => [version.item, version]));
    const choices = kind === 'undo latest' ? [...latest.values()] : this.#versions;
    const isProfile = kind === 'undo latest' && one % 2 === 0;
    const version = isProfile
      ? latest.get(this.#owner)
      : choices[one % Math.max(choices.length, 1)];
    if (!version) return { item: '', allowed: () => false };
    const { status } = await site.owner.call(calls.history.undo, { params: { id: version.id } });
    expect([200, 404, 409]).toContain(status);
    return { item: version.item, allowed: wasPublic(version.before) };
  }

  async #restore(one: number) {
    const version = this.#versions[one % Math.max(this.#versions.length, 1)];
    if (!version) return { item: '', allowed: () => false };
    const { id, item } = version;
    const { status } = await site.owner.call(calls.history.restore, { params: { id } });
    expect([200, 404]).toContain(status);
    const now = this.#now.get(item) ?? NOTHING;
    const was = wasPublic(version.after.size > 0 ? version.after : version.before);
    return {
      item,
      allowed: (fact: string) =>
        item === this.#owner
          ? fact.startsWith('phone:') && now.has('shows phone') && was(fact)
          : now.size > 0 && was(fact),
    };
  }

  async #restoreFromTrash(one: number) {
    const { items } = (await site.owner.call(calls.trash.list)).body;
    const found = items[one % Math.max(items.length, 1)];
    if (!found) return { item: '', allowed: () => false };
    const json = { items: [{ noun: found.noun, id: found._id }] };
    expect((await site.owner.call(calls.trash.restore, { json })).status).toBe(200);
    return { item: found._id, allowed: wasPublic(this.#deleted.get(found._id) ?? NOTHING) };
  }

  /** Adds a project, which arrives as a draft, or changes the phone number. */
  async #import(one: number) {
    const isPhone = one % 2 === 0;
    const items = isPhone
      ? [{ kind: 'update-profile', fields: { phone: this.#next('555 ') } }]
      : [
          {
            kind: 'add-project',
            fields: { ...COMPLETE, title: this.#next('T'), slug: 'blue', banner },
          },
        ];
    const { status, body } = await site.owner.call(calls.import.apply, { json: { items } });
    if (status !== 201) return { item: '', allowed: () => false };
    this.#imports.push(body.id);
    const showsPhone = this.#now.get(this.#owner)?.has('shows phone') ?? false;
    return { item: this.#owner, allowed: () => isPhone && showsPhone };
  }

  async #undoImport() {
    const id = this.#imports.pop();
    if (id === undefined) return { item: '', allowed: () => false };
    const latest = this.#versions.findLast(({ item }) => item === this.#owner);
    expect((await site.owner.call(calls.import.undo, { params: { id } })).status).toBe(200);
    return { item: this.#owner, allowed: wasPublic(latest?.before ?? NOTHING) };
  }

  async #pick(one: number): Promise<string> {
    const { projects } = (await site.owner.call(calls.project.list)).body;
    return projects[one % Math.max(projects.length, 1)]?._id ?? this.#owner;
  }

  #next(prefix: string): string {
    this.#count += 1;
    return `${prefix}${this.#count}x`;
  }
}

/** What is public once the latest content of a project is published. */
async function latestFacts(id: string): Promise<string[]> {
  const { status, body } = await site.owner.call(calls.project.get, { params: { id } });
  if (status !== 200) return [];
  const { title, slug } = body.project.draft ?? body.project;
  return [`title:${title}`, `slug:${slug}`];
}

/** A project whose slug was taken since gets one from a title that was public. */
function wasPublic(facts: Facts): (fact: string) => boolean {
  const titles = [...facts].flatMap((fact) => (fact.startsWith('title:') ? [fact.slice(6)] : []));
  return (fact) =>
    facts.has(fact) ||
    titles.some((title) => `${fact}-`.startsWith(`slug:${title.toLowerCase()}-`));
}

test('random edits, undos, restores, deletions, imports and schedules publish only what the owner published', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: STEPS / 2, maxLength: STEPS, size: 'max' }),
      async (steps) => {
        const model = new Model();
        await model.start();
        for (const one of steps) await model.take(one);
      },
    ),
    { numRuns: SEQUENCES, seed: 17 },
  );
}, 600_000);
