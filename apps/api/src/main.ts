import { enableCompileCache } from 'node:module';
import { COMPILE_CACHE } from './paths.ts';

// The build fills the cache. If Node cannot use it, it compiles as usual. By a variable, because an
// installation may have moved since the build, and Node 24.7 has no option for that.
process.env['NODE_COMPILE_CACHE_PORTABLE'] = '1';
enableCompileCache(COMPILE_CACHE);
await import('./run.ts');
