import { useMutation } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, type ApiResponse, callApi, type RequestOf } from '../../api/call-api.ts';
import { randomKey } from '../../components/random-key.ts';

type AddImage = typeof routes.image.add;

export type LibraryImage = ApiResponse<AddImage>['image'];

export interface Upload {
  /** Sent as the idempotency key, so that sending a file again never stores it twice. */
  readonly id: string;
  readonly file: File;
  /** A file is `processing` from when it is sent until the service has stored the image. */
  readonly state: 'waiting' | 'sending' | 'processing' | 'done' | 'failed';
  /** How much of the file is sent, from 0 to 1. */
  readonly progress: number;
  readonly error?: string;
  readonly image?: LibraryImage;
}

/** The service encodes one image at a time. Meanwhile the next file is sent. */
const MAX_REQUESTS = 2;

/** A queue of images to upload. Uploads that are not done when the component unmounts are aborted. */
export function useUploads(onDone: (image: LibraryImage, upload: Upload) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const requests = useRef(new Map<string, AbortController>());
  const reportDone = useEffectEvent(onDone);
  const { mutateAsync } = useMutation<ApiResponse<AddImage>, ApiError, RequestOf<AddImage>>({
    mutationFn: (request) => callApi(routes.image.add, request),
    meta: { quiet: true, errorText: () => undefined },
  });

  /** Changes an upload, unless it was canceled. */
  function change(upload: Upload) {
    setUploads((before) => before.map((other) => (other.id === upload.id ? upload : other)));
  }

  async function send({ id, file }: Upload) {
    const request = new AbortController();
    requests.current.set(id, request);
    change({ id, file, state: 'sending', progress: 0 });
    const body = new FormData();
    body.set('image', file);
    try {
      const { image } = await mutateAsync({
        body,
        headers: { 'idempotency-key': id },
        signal: request.signal,
        onProgress: (percent) =>
          change({
            id,
            file,
            state: percent < 100 ? 'sending' : 'processing',
            progress: percent / 100,
          }),
      });
      if (request.signal.aborted) return;
      const upload: Upload = { id, file, state: 'done', progress: 1, image };
      change(upload);
      reportDone(image, upload);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      change({ id, file, state: 'failed', progress: 0, error: error.message });
    } finally {
      requests.current.delete(id);
    }
  }

  const sendWaiting = useEffectEvent((all: readonly Upload[]) => {
    const waiting = all.filter(({ id, state }) => state === 'waiting' && !requests.current.has(id));
    for (const upload of waiting.slice(0, MAX_REQUESTS - requests.current.size)) void send(upload);
  });
  useEffect(() => sendWaiting(uploads), [uploads]);

  useEffect(() => {
    const { current } = requests;
    return () => {
      for (const request of current.values()) request.abort();
    };
  }, []);

  return {
    uploads,
    add(files: Iterable<File>) {
      const added = Array.from(files, (file) => newUpload(file, randomKey()));
      setUploads((before) => [...before, ...added]);
    },
    /** Removes an upload. Aborts its request if it is being sent. */
    cancel(id: string) {
      requests.current.get(id)?.abort();
      // Free its place now: the request ends after the queue has looked for the next file.
      requests.current.delete(id);
      setUploads((before) => before.filter((upload) => upload.id !== id));
    },
    retry(id: string) {
      setUploads((before) =>
        before.map((upload) => (upload.id === id ? newUpload(upload.file, id) : upload)),
      );
    },
  };
}

/** Sends no file that the service would reject. */
function newUpload(file: File, id: string): Upload {
  const error = errorOf(file);
  return {
    id,
    file,
    state: error === undefined ? 'waiting' : 'failed',
    progress: 0,
    ...(error !== undefined && { error }),
  };
}

/** The service's message for a file that it does not accept. A file without a type may be accepted. */
export function errorOf({ size, type }: File): string | undefined {
  if (type !== '' && !IMAGE_TYPES.includes(type))
    return 'The image must be a PNG, JPG, GIF, WebP or AVIF image.';
  if (size > MAX_SIZE) return 'The image is larger than 10 MB. Choose a smaller file.';
  return undefined;
}

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

/** The contract's UPLOAD_LIMIT, which is in a file with schemas. */
const MAX_SIZE = 10 * 1024 * 1024;
