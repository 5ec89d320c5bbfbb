import { calls } from '@vitrine/contract/calls';
import { useApp } from '@vitrine/testing/app';
import { run } from '@vitrine/testing/process';
import { expect, test } from 'vitest';

const started = useApp();

function vitrine(...args: string[]) {
  const { databaseUrl, mediaDir, publicUrl } = started.app.config;
  const settings = { DATABASE_URL: databaseUrl, MEDIA_DIR: mediaDir, PUBLIC_URL: publicUrl };
  return run('vitrine.ts', ['trash', ...args], settings);
}

const NOTHING = { code: 0, output: 'Nothing was deleted forever in the last 7 days.\n' };

test('vitrine trash lists what was deleted forever, and moves it back to the trash', async () => {
  expect(await vitrine('list')).toEqual(NOTHING);
  expect(await vitrine('restore')).toEqual(NOTHING);
  const ids: string[] = [];
  for (const title of ['Notes', 'Letters \u001b[31m', 'Diary']) {
    const json = { title, description: 'On the engine', from: 1943 };
    const { _id: id } = (await started.owner.call(calls.timeline.add, { json })).body.timeline;
    await started.owner.call(calls.timeline.remove, { params: { id } });
    ids.push(id);
  }
  await started.owner.call(calls.trash.empty);

  const { code, output } = await vitrine('list');
  expect(code).toBe(0);
  for (const id of ids) expect(output).toContain(id);
  expect(output).toContain('Timeline entry: Letters  [31m\n');
  expect(output).toMatch(/vitrine trash restore/);

  expect(await vitrine('restore', ids[0] ?? '')).toEqual({
    code: 0,
    output:
      'Back in the trash for 30 days: 1 timeline entry. Open Trash in the dashboard to restore them.\n',
  });
  expect((await started.owner.call(calls.trash.list)).body.items).toMatchObject([{ _id: ids[0] }]);
  expect(await vitrine('restore', ids[0] ?? '')).toEqual({
    code: 1,
    output: `${ids[0]} is not in the list of vitrine trash list.\n`,
  });
  expect((await vitrine('restore')).output).toContain('2 timeline entries');
  expect((await started.owner.call(calls.trash.list)).body.items).toHaveLength(3);
  const { events } = (await started.owner.call(calls.audit.list)).body;
  expect(events[0]).toMatchObject({
    kind: 'purge-undone',
    subject: '2 timeline entries',
    userAgent: 'vitrine trash restore',
  });
});

test.each([[[]], [['empty']], [['list', 'all']], [['restore', 'all']]])(
  'vitrine trash %j prints an error',
  async (args) => {
    const { code, output } = await vitrine(...args);
    expect(code).toBe(1);
    expect(output).toMatch(/trash (list|restore)/);
    expect(output).not.toContain('    at ');
  },
);
