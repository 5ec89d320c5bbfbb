import type { CssError } from '@vitrine/contract/site';
import { type TokenOrValue, transform, type Visitor } from 'lightningcss';
import { minifyCss } from './minify-css.ts';

/** The site's own pictures, and pictures in the CSS itself. */
const OWN_URL = /^(\/media\/|data:image\/|#)/;

/**
 * Parses the owner's CSS and refuses what would load something from elsewhere; the policy of the pages
 * would block it anyway. The result is serialized from the parsed rules, so an unclosed block or comment
 * cannot reach beyond its layer.
 */
export function checkCss(css: string): { css: string; errors: CssError[] } {
  try {
    const errors: CssError[] = [];
    const visitor = findUnparsedUrls((line) =>
      errors.push({ line, column: 1, message: REFUSED.url }),
    );
    const { dependencies } = transform({
      filename: 'custom.css',
      code: new TextEncoder().encode(css),
      minify: true,
      analyzeDependencies: true,
      visitor,
    });
    for (const dependency of dependencies || []) {
      if (!('loc' in dependency)) continue;
      const { type, url, loc } = dependency;
      if (type !== 'url' || !OWN_URL.test(url))
        errors.push({ ...loc.start, message: REFUSED[type] });
    }
    if (errors.length > 0) return { css: '', errors };
    return { css: minifyCss(css), errors };
  } catch (error) {
    return { css: '', errors: [toCssError(error)] };
  }
}

const REFUSED = {
  import: 'Imports are not allowed. Put the rules here.',
  url: 'Only /media/…, data:image/… and #… are allowed in URLs. Your site loads nothing from other hosts.',
};

/** Functions that load what a string names. */
const LOADS = /^(url|src|image|(-webkit-)?image-set)$/i;

/**
 * Finds URLs in values that are not parsed until a browser replaces their variables, such as a custom
 * property. `report` gets the line of the rule.
 */
function findUnparsedUrls(report: (line: number) => void): Visitor<never> {
  let line = 1;
  return {
    Rule(rule) {
      if ('value' in rule && rule.value && 'loc' in rule.value) line = rule.value.loc.line + 1;
      // The functions in the initial value of a property are not visited.
      const initial = rule.type === 'property' ? rule.value.initialValue : undefined;
      if (initial?.type === 'token-list' && initial.value.some(({ type }) => type === 'function'))
        report(line);
    },
    Function({ name, arguments: values }) {
      if (LOADS.test(name) && !values.every(isOwnOrPlain)) report(line);
    },
  };
}

/** Whether an argument is one of our URLs or cannot become a URL, such as a resolution. */
function isOwnOrPlain(argument: TokenOrValue): boolean {
  if (argument.type === 'function') return argument.value.name.toLowerCase() === 'type';
  if (argument.type !== 'token') return !['var', 'env'].includes(argument.type);
  return argument.value.type !== 'string' || OWN_URL.test(argument.value.value);
}

function toCssError(error: unknown): CssError {
  if (!(error instanceof Error)) throw error;
  const { line, column } = Object.assign({ line: 1, column: 1 }, 'loc' in error && error.loc);
  return { line, column, message: error.message };
}
