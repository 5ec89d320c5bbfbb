/** The baseline of an upload: sharp creates the same files from the same picture. */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

createServer(async (request, response) => {
  if (request.method !== 'POST') return response.end();
  const picture = sharp(await buffer(request)).autoOrient();
  const fitted = picture.resize({ width: 2560, height: 2560, fit: 'inside' });
  await Promise.all([
    fitted.clone().jpeg({ quality: 85, mozjpeg: true }).toBuffer(),
    ...[320, 480, 720, 828, 1200, 1920].map((width) =>
      picture.clone().resize({ width }).webp({ quality: 75, effort: 3 }).toBuffer(),
    ),
    picture.clone().resize({ width: 16 }).webp({ quality: 40 }).toBuffer(),
  ]);
  return response.end();
}).listen(Number(process.env.PORT), '127.0.0.1');
