import { createHash } from 'node:crypto';

/** Hashes the rows of a table as a set: PostgreSQL may return restored rows in another order. */
export function digestRows() {
  let rows = 0;
  let sum = 0n;
  return {
    add(line: string): void {
      rows += 1;
      sum += BigInt(`0x${createHash('sha256').update(line).digest('hex')}`);
    },
    read: () => ({ rows, digest: BigInt.asUintN(256, sum).toString(16) }),
  };
}
