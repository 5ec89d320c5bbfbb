import sharp from 'sharp';
import { z } from 'zod';
import { expect, test } from '../support/test.ts';

const Manifest = z.object({
  name: z.string(),
  short_name: z.string().max(12),
  start_url: z.literal('/'),
  display: z.literal('standalone'),
  theme_color: z.string(),
  background_color: z.string(),
  icons: z.array(
    z.object({
      src: z.string(),
      sizes: z.string(),
      type: z.literal('image/png'),
      purpose: z.enum(['any', 'maskable']).default('any'),
    }),
  ),
});

test('the dashboard can be installed as an app', async ({ visitor, context }) => {
  await visitor.goto('/login');
  const devtools = await context.newCDPSession(visitor);
  const { url, errors, data = '' } = await devtools.send('Page.getAppManifest');
  expect(new URL(url).pathname).toBe('/manifest.webmanifest');
  expect(errors).toEqual([]);
  const { icons, theme_color } = Manifest.parse(JSON.parse(data));

  await test.step('Chromium finds nothing that prevents it', async () => {
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // Tests run in a private window, which installs nothing.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  });

  await test.step('each icon has its size', async () => {
    const found = icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`);
    for (const size of ['192x192', '512x512'])
      for (const purpose of ['any', 'maskable']) expect(found).toContain(`${purpose} ${size}`);
    const apple = { src: '/apple-touch-icon.png', sizes: '180x180', purpose: 'maskable' };
    for (const { src, sizes, purpose } of [...icons, apple]) {
      const response = await visitor.request.get(src);
      expect([src, response.status(), response.headers()['content-type']]).toEqual([
        src,
        200,
        'image/png',
      ]);
      const image = sharp(await response.body());
      const { width, height } = await image.metadata();
      expect([src, `${width}x${height}`]).toEqual([src, sizes]);
      // Systems cut maskable icons themselves.
      expect([src, (await image.stats()).isOpaque]).toEqual([src, purpose === 'maskable']);
    }
  });

  await test.step('the page names the colors of both schemes', async () => {
    const colors = visitor.locator('meta[name=theme-color]');
    await expect(colors).toHaveCount(2);
    await expect(colors.first()).toHaveAttribute('content', theme_color);
    await expect(visitor.locator('link[rel=apple-touch-icon]')).toHaveCount(1);
  });
});
