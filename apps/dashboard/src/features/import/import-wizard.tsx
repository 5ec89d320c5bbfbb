import { useId, useState } from 'react';
import { FileSource } from './file-source.tsx';
import { GithubSource } from './github-source.tsx';
import { ImportDock } from './import-dock.tsx';
import { ImportReview } from './import-review.tsx';
import { type Reading, SOURCES, type SourceName, sourceOf } from './import-source.ts';
import { SourcePicker } from './source-picker.tsx';
import { useImport } from './use-import.tsx';

interface ImportWizardProps {
  /** Where Cancel leads. */
  readonly cancelTo: string;
}

/** Choose a source, read it, choose what to import, import it. */
export function ImportWizard({ cancelTo }: ImportWizardProps) {
  const group = useId();
  const [source, setSource] = useState<SourceName>('linkedin');
  const { read: reading, setRead, readCount, reviewProps, done } = useImport<Reading>();

  function show(next: Reading) {
    setRead(next);
    setSource(sourceOf(next, source));
  }

  if (done) return done;
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
          {...reviewProps}
        />
      )}
    </>
  );
}
