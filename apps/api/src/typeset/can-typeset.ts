import { createRequire } from 'node:module';

const COMPILER = '@myriaddreamin/typst-ts-node-compiler';

/** Whether Typst is installed, whose package has native code for some systems only. */
export const CAN_TYPESET = ['', '-gnu', '-musl'].some(isInstalledFor);

function isInstalledFor(libc: string): boolean {
  try {
    const compiler = createRequire(import.meta.url).resolve(COMPILER);
    createRequire(compiler).resolve(`${COMPILER}-${process.platform}-${process.arch}${libc}`);
    return true;
  } catch {
    return false;
  }
}
