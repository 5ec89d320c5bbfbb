import { z } from 'zod';
import { call, messageResponse } from './call.ts';
import { routes } from './routes.ts';

const Address = z.object({
  url: z.string().describe('Empty if there is none.'),
  isSetting: z.boolean().describe('Whether PUBLIC_URL or SITE_URL sets it, so that it stays.'),
});

/** People type a name without `https://`, or copy an address with its path. */
const origin = z
  .string('Enter an address.')
  .trim()
  .max(300, 'The address can have at most 300 characters.')
  .overwrite((value) => (value === '' || value.includes('://') ? value : `https://${value}`))
  .refine(
    (value) => value === '' || /^https?:\/\/[^/?#@\s]+\/?$/.test(value),
    'Enter an address without a path, like https://admin.example.com.',
  )
  .refine(
    (value) => value === '' || URL.canParse(value),
    'Enter an address like https://admin.example.com.',
  )
  .overwrite((value) => (URL.canParse(value) ? new URL(value).origin : value));

const addresses = { dashboard: Address, site: Address };

/** Where the dashboard and the site are, besides the addresses in a home network. */
export const addressCalls = {
  get: call(routes.address.get, {
    about: 'Returns the addresses of the dashboard and the site. Only with HOME_NETWORK.',
    response: addresses,
  }),
  update: call(routes.address.update, {
    about:
      'Stores addresses that lead to this service, which it checks by opening them, and then restarts. An empty one is removed. Only with HOME_NETWORK.',
    input: z.strictObject({ dashboard: origin, site: origin }),
    response: { ...messageResponse, ...addresses },
  }),
};
