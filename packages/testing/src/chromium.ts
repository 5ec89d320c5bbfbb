import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** Debian's. The shell is the same browser without the windows that nobody sees here. */
const OF_THE_SYSTEM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** CHROMIUM_PATH, else the one of the system, else the one that Playwright brings. */
const executablePath = process.env['CHROMIUM_PATH'] ?? OF_THE_SYSTEM.find(existsSync);

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
