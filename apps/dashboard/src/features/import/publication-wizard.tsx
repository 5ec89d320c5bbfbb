import { useId, useState } from 'react';
import { BibtexSource } from './bibtex-source.tsx';
import { IdentifierSource } from './identifier-source.tsx';
import { ImportDock } from './import-dock.tsx';
import { ImportReview } from './import-review.tsx';
import { PUBLICATION_SOURCES, type PublicationSourceName, type Reading } from './import-source.ts';
import { SourcePicker } from './source-picker.tsx';
import { useImport } from './use-import.tsx';

/** Imports publications: choose a source, read it, choose what to import. */
export function PublicationWizard({ cancelTo }: { readonly cancelTo: string }) {
  const group = useId();
  const [source, setSource] = useState<PublicationSourceName>('bibtex');
  const { read, setRead, readCount, reviewProps, done } = useImport<{
    reading: Reading;
    from: PublicationSourceName;
  }>();

  function show(reading: Reading | undefined) {
    setRead(reading && { reading, from: source });
  }

  if (done) return done;
  const reading = read?.from === source ? read.reading : undefined;
  return (
    <>
      <SourcePicker
        sources={PUBLICATION_SOURCES}
        name={group}
        value={source}
        onChange={setSource}
        isCompact
        className="mb-4 grid-cols-3 sm:mb-6"
      />
      <div className="mb-4">
        {source === 'bibtex' ? (
          <BibtexSource reading={reading} onRead={show} />
        ) : (
          <IdentifierSource key={source} source={source} reading={reading} onRead={show} />
        )}
      </div>
      {reading && (
        <ImportReview
          key={readCount}
          isOfPublications
          reading={reading}
          renderDock={(dock) => <ImportDock {...dock} isExact cancelTo={cancelTo} />}
          {...reviewProps}
        />
      )}
    </>
  );
}
