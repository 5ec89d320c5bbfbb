import type { ImportItem } from '@vitrine/contract/import';
import { useId, useState } from 'react';
import { FileSource } from './file-source.tsx';
import { GithubSource } from './github-source.tsx';
import { ImportDock } from './import-dock.tsx';
import { ImportDone } from './import-done.tsx';
import { ImportReview } from './import-review.tsx';
import { type Reading, SOURCES, type SourceName, sourceOf } from './import-source.ts';
import { SourcePicker } from './source-picker.tsx';

interface ImportWizardProps {
  /** Where Cancel leads. */
  readonly cancelTo: string;
}

/** Choose a source, read it, choose what to import, import it. */
export function ImportWizard({ cancelTo }: ImportWizardProps) {
  const group = useId();
  const [source, setSource] = useState<SourceName>('linkedin');
  const [reading, setReading] = useState<Reading>();
  const [readCount, setReadCount] = useState(0);
  const [imported, setImported] = useState<readonly ImportItem[]>();
  const [isUndone, setIsUndone] = useState(false);

  function show(next: Reading) {
    setReading(next);
    setReadCount(readCount + 1);
    setSource(sourceOf(next, source));
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
  const isShown = reading !== undefined && sourceOf(reading, source) === source;
  const sourceProps = { reading: isShown ? reading : undefined, onRead: show };
  return (
    <>
      <SourcePicker
        sources={SOURCES}
        name={group}
        value={source}
        onChange={setSource}
        isCompact
        className="mb-4 grid-cols-3 sm:mb-6"
      />
      <div className="mb-4">
        {source === 'github' ? (
          <GithubSource {...sourceProps} />
        ) : (
          <FileSource source={source} {...sourceProps} />
        )}
      </div>
      {reading && (
        <ImportReview
          key={readCount}
          reading={reading}
          isHidden={!isShown}
          renderDock={(dock) => <ImportDock {...dock} cancelTo={cancelTo} />}
          onImported={setImported}
          onUndone={() => setIsUndone(true)}
        />
      )}
    </>
  );
}
