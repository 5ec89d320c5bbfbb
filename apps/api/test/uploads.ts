import { icon, paint, pdf } from '../../../tools/pictures.ts';

const picture = (width: number, height: number) =>
  paint({ width, height, from: [200, 120, 80], to: [40, 60, 90], seed: 7 });

/** Files as a person would choose them. */
export const uploads = {
  png: async (width = 640, height = 360) =>
    file(await picture(width, height).png().toBuffer(), 'a.png'),
  jpg: async (width = 640, height = 360) =>
    file(await picture(width, height).jpeg().toBuffer(), 'a.jpg'),
  webp: async () => file(await picture(640, 360).webp().toBuffer(), 'a.webp'),
  avif: async () => file(await picture(320, 180).avif({ effort: 0 }).toBuffer(), 'a.avif'),
  svg: () => file(icon('Ada Lovelace', '#1f6f5c'), 'a.svg'),
  pdf: () => file(pdf(['Ada Lovelace', 'First programmer', 'London']), 'resume.pdf'),
};

export function file(
  content: Buffer | string,
  name: string,
  type = 'application/octet-stream',
): File {
  return new File([new Uint8Array(Buffer.from(content))], name, { type });
}
