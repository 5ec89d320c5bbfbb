import { stderr } from 'node:process';

const WIDTH = 30;

/** Shows a progress bar in a terminal, or a line for every 10% in a log. */
export function showProgress(label: string): (done: number, total: number) => void {
  let shown = -1;
  return (done, total) => {
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const step = Math.floor(share * (stderr.isTTY ? 100 : 10));
    if (step === shown) return;
    shown = step;
    if (!stderr.isTTY) {
      stderr.write(`${label}: ${step * 10} %\n`);
      return;
    }
    const filled = Math.round(share * WIDTH);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
    stderr.write(`\r${label} ${bar} ${step} %${step === 100 ? '\n' : ''}`);
  };
}
