/** In order of priority, because most user agents also contain the names of other browsers. */
const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** A readable name, as in 'Firefox on Linux'. */
export function deviceName(userAgent: string): string {
  return knownDeviceName(userAgent) ?? (userAgent.slice(0, 40) || 'Unknown browser');
}

/** A name that contains no text of the client, or undefined. */
export function knownDeviceName(userAgent: string): string | undefined {
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  return browser && system ? `${browser} on ${system}` : (browser ?? system);
}

function nameIn(
  known: readonly (readonly [pattern: RegExp, name: string])[],
  userAgent: string,
): string | undefined {
  return known.find(([pattern]) => pattern.test(userAgent))?.[1];
}
