import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const DEBIAN = '/usr/bin/chromium';

/** CHROMIUM_PATH, else the one of the system, else the one that Playwright brings. */
const executablePath = process.env['CHROMIUM_PATH'] ?? (existsSync(DEBIAN) ? DEBIAN : undefined);

export const launchOptions: LaunchOptions = {
  ...(executablePath && { executablePath }),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
