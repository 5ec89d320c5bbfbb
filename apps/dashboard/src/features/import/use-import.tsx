import type { ImportItem } from '@vitrine/contract/import';
import { useState } from 'react';
import { ImportDone } from './import-done.tsx';

/** What was read from a source, and what was imported of it. */
export function useImport<Read>() {
  const [read, setRead] = useState<Read>();
  const [readCount, setReadCount] = useState(0);
  const [imported, setImported] = useState<readonly ImportItem[]>();
  const [isUndone, setIsUndone] = useState(false);

  function restart() {
    setRead(undefined);
    setImported(undefined);
    setIsUndone(false);
  }

  return {
    read,
    /** Differs for each reading, so that a review starts again. */
    readCount,
    setRead(next: Read | undefined) {
      setRead(next);
      setReadCount(readCount + 1);
    },
    reviewProps: { onImported: setImported, onUndone: () => setIsUndone(true) },
    /** Replaces the wizard after an import. */
    done: imported && <ImportDone items={imported} isUndone={isUndone} onRestart={restart} />,
  };
}
