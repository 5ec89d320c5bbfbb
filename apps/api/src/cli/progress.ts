import { stderr } from 'node:process';

const WIDTH = 30;

/** A bar at a terminal, a line for every tenth in a log. */
export function showProgress(what: string): (done: number, of: number) => void {
  let told = -1;
  return (done, of) => {
    const share = of === 0 ? 1 : Math.min(1, done / of);
    const step = Math.floor(share * (stderr.isTTY ? 100 : 10));
    if (step === told) return;
    told = step;
    if (!stderr.isTTY) {
      stderr.write(`${what}: ${step * 10} %\n`);
      return;
    }
    const filled = Math.round(share * WIDTH);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
    stderr.write(`\r${what} ${bar} ${step} %${step === 100 ? '\n' : ''}`);
  };
}
