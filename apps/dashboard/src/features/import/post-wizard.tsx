import type { ImportItem } from '@vitrine/contract/import';
import { useState } from 'react';
import { FileSource } from './file-source.tsx';
import { ImportDock } from './import-dock.tsx';
import { ImportDone } from './import-done.tsx';
import { ImportReview } from './import-review.tsx';
import type { Reading } from './import-source.ts';
import { type PackedPosts, packPosts } from './pack-posts.ts';
import { Problems } from './problems.tsx';

/** Imports posts: choose Markdown files, read them, choose what to import. */
export function PostWizard({ cancelTo }: { readonly cancelTo: string }) {
  const [packed, setPacked] = useState<PackedPosts>();
  const [reading, setReading] = useState<Reading>();
  const [readCount, setReadCount] = useState(0);
  const [imported, setImported] = useState<readonly ImportItem[]>();
  const [isUndone, setIsUndone] = useState(false);

  async function pack(files: readonly File[]): Promise<File> {
    const next = await packPosts(files);
    setPacked(next);
    return next.file;
  }

  function show(next: Reading) {
    setReading(next);
    setReadCount(readCount + 1);
  }

  if (imported)
    return (
      <ImportDone
        items={imported}
        isUndone={isUndone}
        onRestart={() => {
          setReading(undefined);
          setImported(undefined);
          setIsUndone(false);
        }}
      />
    );
  return (
    <>
      <div className="mb-4 grid gap-4 *:min-w-0">
        <FileSource source="markdown" reading={reading} onRead={show} pack={pack} />
        {reading && <Problems problems={reading.problems} />}
      </div>
      {reading && (
        <ImportReview
          key={readCount}
          reading={reading}
          {...(packed && { pictures: packed.pictures })}
          renderDock={(dock) => <ImportDock {...dock} isExact cancelTo={cancelTo} />}
          onImported={setImported}
          onUndone={() => setIsUndone(true)}
        />
      )}
    </>
  );
}
