import { useState } from 'react';
import { FileSource } from './file-source.tsx';
import { ImportDock } from './import-dock.tsx';
import { ImportReview } from './import-review.tsx';
import type { Reading } from './import-source.ts';
import { type PackedPosts, packPosts } from './pack-posts.ts';
import { Problems } from './problems.tsx';
import { useImport } from './use-import.tsx';

/** Imports posts: choose Markdown files, read them, choose what to import. */
export function PostWizard({ cancelTo }: { readonly cancelTo: string }) {
  const [packed, setPacked] = useState<PackedPosts>();
  const { read: reading, setRead, readCount, reviewProps, done } = useImport<Reading>();

  async function pack(files: readonly File[]): Promise<File> {
    const next = await packPosts(files);
    setPacked(next);
    return next.file;
  }

  if (done) return done;
  return (
    <>
      <div className="mb-4 grid gap-4 *:min-w-0">
        <FileSource source="markdown" reading={reading} onRead={setRead} pack={pack} />
        {reading && <Problems problems={reading.problems} />}
      </div>
      {reading && (
        <ImportReview
          key={readCount}
          reading={reading}
          {...(packed && { pictures: packed.pictures })}
          renderDock={(dock) => <ImportDock {...dock} isExact cancelTo={cancelTo} />}
          {...reviewProps}
        />
      )}
    </>
  );
}
