/**
 * Every change gets a short run, in which most screens are checked at one or two widths.
 * `E2E=long` checks every screen at every width.
 */
export const isLong = process.env['E2E'] === 'long';
