// Pictures and forms for tests of uploads.
import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, data: Uint8Array): Buffer {
  const made = Buffer.alloc(12 + data.length);
  made.writeUInt32BE(data.length, 0);
  made.write(type, 4, 'latin1');
  made.set(data, 8);
  made.writeUInt32BE(crc32(made.subarray(4, 8 + data.length)), 8 + data.length);
  return made;
}

/** A grey picture; `pixels` replaces what is compressed in it. */
export function pngOf(
  width: number,
  height: number,
  { pixels, more = [] }: { readonly pixels?: Uint8Array; readonly more?: readonly Buffer[] } = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0], 8);
  const compressed = deflateSync(pixels ?? new Uint8Array((width + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', compressed),
    chunk('IEND', new Uint8Array()),
  ]);
}

export const textChunk = (text: string): Buffer => chunk('tEXt', Buffer.from(`Comment\0${text}`));

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
