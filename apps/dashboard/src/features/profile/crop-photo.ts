/** A photo that the owner has chosen, and which part of it is shown. */
export interface ChosenPhoto {
  readonly file: File;
  /** An object URL of the file. */
  readonly url: string;
  readonly width: number;
  readonly height: number;
  /** The center of the visible square, in pixels of the photo. */
  readonly x: number;
  readonly y: number;
  /** 1 shows as much as possible. */
  readonly zoom: number;
}

export const MAX_ZOOM = 4;

/** Larger photos are scaled down. */
const MAX_SIDE = 1024;

/** Rejects if the browser cannot show the file. */
export async function openPhoto(file: File): Promise<ChosenPhoto> {
  const url = URL.createObjectURL(file);
  const { naturalWidth: width, naturalHeight: height } = await loadImage(url);
  return { file, url, width, height, x: width / 2, y: height / 2, zoom: 1 };
}

/** The length of the visible square's side, in pixels of the photo. */
export function sideOf({ width, height, zoom }: ChosenPhoto): number {
  return Math.min(width, height) / zoom;
}

/** Moves and zooms, but never beyond the edges of the photo. */
export function adjust(photo: ChosenPhoto, change: Partial<ChosenPhoto>): ChosenPhoto {
  const next = { ...photo, ...change };
  next.zoom = clamp(next.zoom, 1, MAX_ZOOM);
  const half = sideOf(next) / 2;
  return {
    ...next,
    x: clamp(next.x, half, photo.width - half),
    y: clamp(next.y, half, photo.height - half),
  };
}

/** The visible square as a file. A photo that is shown completely stays as it is. */
export async function cropPhoto(photo: ChosenPhoto): Promise<File> {
  const side = sideOf(photo);
  if (side === photo.width && side === photo.height) return photo.file;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.round(Math.min(side, MAX_SIDE));
  const context = canvas.getContext('2d');
  if (!context) return photo.file;
  // JPEG has no transparency, which would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(
    await loadImage(photo.url),
    photo.x - side / 2,
    photo.y - side / 2,
    side,
    side,
    0,
    0,
    canvas.width,
    canvas.height,
  );
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.92);
  });
  return blob ? new File([blob], 'photo.jpg', { type: blob.type }) : photo.file;
}

async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
