import { calls } from '@vitrine/contract/calls';
import { UNKNOWN, useApp } from '@vitrine/testing/app';
import { expect, test } from 'vitest';

const context = useApp();
const ADVICE =
  'Set SITE_URL to the address of your site, or at home enter it in Account > Addresses.';
const params = { id: UNKNOWN };

test('without a site, what needs one says how to give it an address', async () => {
  const { owner } = context;
  const json = { kind: 'github', repository: 'ada/site', token: 'a', url: 'https://copy.example' };
  const copy = await owner.call(calls.copy.add, { json: { ...json, contact: 'form' } });
  const download = await owner.fetch('/api/v1/site/download');
  const messages = [
    copy.body.fields?.['contact'],
    (await download.json()).message,
    (await owner.call(calls.testimonial.link, { params })).body.message,
    (await owner.call(calls.view.publish, { params })).body.message,
    (await owner.call(calls.site.preview)).body.message,
  ];
  expect(messages).toEqual([
    `The form needs a site with an address of its own. ${ADVICE}`,
    `Your site has no address of its own. ${ADVICE}`,
    `Authors write on your site. ${ADVICE}`,
    `Readers open views on your site. ${ADVICE}`,
    `There is no public site. ${ADVICE}`,
  ]);
});
