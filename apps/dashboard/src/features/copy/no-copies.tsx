import type { CopyKind } from '@vitrine/contract/options';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { Copies } from './copy-queries.ts';
import { KIND_NAMES, KINDS } from './describe-copy.ts';

interface NoCopiesProps extends Pick<Copies, 'folderRoot'> {
  readonly onConnect: (kind: CopyKind) => void;
  /** A button that downloads the site once, if it has an address. */
  readonly download: ReactNode;
}

/** What a copy is, before there is one. */
export function NoCopies({ folderRoot, onConnect, download }: NoCopiesProps) {
  return (
    <>
      <div className="max-w-[68ch] max-sm:pt-2">
        <h2 className="text-xl">Keep a copy of your site somewhere else</h2>
        <p className="mt-1.5 text-pretty text-ink-2">
          Vitrine can write your site as plain files to another host and keep it up to date. If this
          server is down, the copy stays online. Messages still arrive here.
        </p>
      </div>
      <div className="grid gap-3 md:grid-cols-3">
        {KIND_NAMES.map((kind) => {
          const { name, Icon, about } = KINDS[kind];
          const isAllowed = kind !== 'folder' || folderRoot !== null;
          return (
            <Card key={kind} className="grid content-start justify-items-start gap-1 p-4.5">
              <Icon aria-hidden="true" className="mb-1.5 size-5 text-ink-2" />
              <h3 className="font-sans text-base font-medium tracking-normal">{name}</h3>
              <p className="text-sm text-pretty text-ink-2">
                {about}{' '}
                {!isAllowed && (
                  <>
                    Set <code>COPY_DIR</code> on the server to allow it.
                  </>
                )}
              </p>
              {isAllowed && (
                <Button
                  variant="outline"
                  className="mt-2.5 max-sm:h-11"
                  aria-label={`Connect: ${name}`}
                  onClick={() => onConnect(kind)}
                >
                  Connect
                </Button>
              )}
            </Card>
          );
        })}
      </div>
      {download && <p className="text-sm text-ink-2">Only need the files once? {download}</p>}
    </>
  );
}
