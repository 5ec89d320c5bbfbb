import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A part of a page in a chunk of its own. If it does not load, shows the fallback, and the rest of the
 * page still works. Takes a function, because Vite moves a handler that follows `import()` to where it
 * does not catch a stylesheet that fails to load.
 */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(() => Fallback) }));
}
