import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import type { Upload } from '../../images/uploads.ts';

interface UploadListProps {
  readonly uploads: readonly Upload[];
  readonly onCancel: (id: string) => void;
  readonly onRetry: (id: string) => void;
}

/** The images that are not uploaded yet. */
export function UploadList({ uploads, onCancel, onRetry }: UploadListProps) {
  const pending = uploads.filter(({ state }) => state !== 'done');
  if (pending.length === 0) return null;
  return (
    <ul aria-label="Uploads" className="divide-y divide-line border-t border-line">
      {pending.map((upload) => (
        <li
          key={upload.id}
          className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 text-sm sm:px-[22px]"
        >
          <span className="min-w-0 truncate">{upload.file.name}</span>
          {upload.state === 'failed' ? (
            <FailedUpload upload={upload} onCancel={onCancel} onRetry={onRetry} />
          ) : (
            <>
              <Progress
                value={upload.progress * 100}
                aria-label={`Uploading ${upload.file.name}`}
                className="w-30"
              />
              <span className="text-ink-3 tabular-nums">{Math.round(upload.progress * 100)}%</span>
              <Button
                variant="ghost"
                size="sm"
                className="ml-auto"
                aria-label={`Cancel ${upload.file.name}`}
                onClick={() => onCancel(upload.id)}
              >
                Cancel
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function FailedUpload({
  upload,
  onCancel,
  onRetry,
}: Omit<UploadListProps, 'uploads'> & { readonly upload: Upload }) {
  return (
    <>
      <span role="alert" className="text-danger">
        {upload.error}
      </span>
      <span className="ml-auto flex gap-1">
        <Button
          variant="outline"
          size="sm"
          aria-label={`Try again: ${upload.file.name}`}
          onClick={() => onRetry(upload.id)}
        >
          Try again
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Remove ${upload.file.name}`}
          onClick={() => onCancel(upload.id)}
        >
          Remove
        </Button>
      </span>
    </>
  );
}
