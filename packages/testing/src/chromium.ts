import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** Debian's packages. The headless shell starts faster than the whole browser. */
const SYSTEM_PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** CHROMIUM_PATH, else the browser of the system, else Playwright's own. */
const executablePath = process.env['CHROMIUM_PATH'] ?? SYSTEM_PATHS.find(existsSync);

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
