// Pictures and forms for tests of uploads.
import { crc32, deflateSync } from 'node:zlib';
import { Transformer } from '@napi-rs/image';

function chunk(type: string, data: Uint8Array): Buffer {
  const made = Buffer.alloc(12 + data.length);
  made.writeUInt32BE(data.length, 0);
  made.write(type, 4, 'latin1');
  made.set(data, 8);
  made.writeUInt32BE(crc32(made.subarray(4, 8 + data.length)), 8 + data.length);
  return made;
}

function headOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0], 8);
  return chunk('IHDR', head);
}

/** A grey picture; `pixels` replaces what is compressed in it. */
export function pngOf(
  width: number,
  height: number,
  { pixels, more = [] }: { readonly pixels?: Uint8Array; readonly more?: readonly Buffer[] } = {},
): Buffer {
  const compressed = deflateSync(pixels ?? new Uint8Array((width + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    headOf(width, height),
    ...more,
    chunk('IDAT', compressed),
    chunk('IEND', new Uint8Array()),
  ]);
}

export const textChunk = (text: string): Buffer => chunk('tEXt', Buffer.from(`Comment\0${text}`));

/** Whole pictures of a million pixels, each behind a head that says 8 by 8: a PNG, a JPEG and a WebP. */
export async function lyingHeads(): Promise<readonly Buffer[]> {
  const png = pngOf(1_000, 1_000);
  const jpeg = await new Transformer(png).jpeg(80);
  const webp = await new Transformer(png).webp(80);
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]);
  const canvas = Buffer.from('VP8X\u000a\0\0\0\0\0\0\0\u0007\0\0\u0007\0\0', 'latin1');
  const riff = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), canvas, webp.subarray(12)]);
  riff.writeUInt32LE(riff.length - 8, 4);
  return [
    Buffer.concat([png.subarray(0, 8), headOf(8, 8), png.subarray(8)]),
    Buffer.concat([jpeg.subarray(0, 2), frame, jpeg.subarray(2)]),
    riff,
  ];
}

const BOUNDARY = '----maru-form-7MA4YWxkTrZu0gW';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export const formOf = (bytes: Uint8Array | string, name = 'picture.png', field = 'file'): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    Buffer.from(bytes as Uint8Array),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
