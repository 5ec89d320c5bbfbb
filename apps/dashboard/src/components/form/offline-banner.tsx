import { CloudCheck, CloudOff } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { ResendState } from './use-resend.ts';

export interface OfflineBannerProps {
  readonly state: ResendState;
  readonly onRetry: () => void;
}

/** Says that a form was not saved yet. At the top of the page, or of the dialog that the form is in. */
export function OfflineBanner({ state, onRetry }: OfflineBannerProps) {
  const isSaved = state === 'saved';
  const Icon = isSaved ? CloudCheck : CloudOff;
  return (
    <div
      data-offline-banner=""
      className={`fixed inset-x-0 top-0 z-20 flex min-h-(--banner) items-center gap-2.5 border-b px-4 py-1.5 max-sm:top-[54px] sm:left-(--bar) sm:px-6 in-[[role=dialog]]:sticky in-[[role=dialog]]:top-0! in-[[role=dialog]]:shrink-0 in-[[role=dialog]]:mb-4 ${isSaved ? 'border-accent/28 bg-accent-soft text-accent' : 'border-ochre/28 bg-ochre-soft text-ochre'}`}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <p role="status" className="min-w-0 flex-1">
        {TEXTS[state]}
      </p>
      {state === 'network' && (
        <Button
          variant="outline"
          size="sm"
          className="border-current! bg-transparent! text-current!"
          onClick={onRetry}
        >
          Try now
        </Button>
      )}
    </div>
  );
}

const TEXTS = {
  network: (
    <>
      <b className="font-semibold">Offline.</b> Your text is kept and saved when you are back.
    </>
  ),
  'sign-in': 'Your text is kept and saved when you sign in again.',
  saved: 'Back online. Saved.',
};
