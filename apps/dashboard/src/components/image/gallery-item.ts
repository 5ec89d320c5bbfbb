import type { routes } from '@vitrine/contract/routes';
import type { ApiResponse } from '../../api/call-api.ts';

type Project = ApiResponse<typeof routes.project.get>['project'];

export type GalleryItem = NonNullable<Project['gallery']>[number];

/** The images as a form sends them. */
export function galleryInput(items: readonly GalleryItem[]): string {
  return JSON.stringify(
    items.map(({ name, image, alt, caption, decorative }) => {
      const { x: focalX, y: focalY } = image.focalPoint ?? { x: 50, y: 50 };
      return { image: name, alt, caption, decorative, focalX, focalY };
    }),
  );
}
