import { transform } from 'lightningcss';

/**
 * The oldest browsers with `light-dark()`, which every theme uses. Without targets, Lightning CSS writes
 * `animation-timeline` into the shorthand `animation`, and browsers then ignore the whole declaration.
 */
const TARGETS = {
  chrome: version(123),
  edge: version(123),
  firefox: version(120),
  safari: version(17, 5),
  ios_saf: version(17, 5),
};

export function minifyCss(css: string): string {
  const { code } = transform({
    filename: 'site.css',
    code: new TextEncoder().encode(css),
    minify: true,
    targets: TARGETS,
  });
  return new TextDecoder().decode(code);
}

function version(major: number, minor = 0): number {
  return (major << 16) | (minor << 8);
}
