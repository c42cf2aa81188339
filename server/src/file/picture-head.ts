// What a picture is, by its first bytes and not by its name: its type and its size in pixels, read before any decoder
// sees it. A picture that is small as a file may be huge as pixels.

export interface PictureHead {
  readonly type: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

const MOST_PIXELS = 25_000_000;
/** WebP, in which most pictures are stored, has no longer side. */
const LONGEST_SIDE = 16_383;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export const hasTooManyPixels = ({ width, height }: PictureHead): boolean =>
  width * height > MOST_PIXELS || width > LONGEST_SIDE || height > LONGEST_SIDE;

/** Undefined for everything that is not one of the three. */
export function readPictureHead(bytes: Uint8Array): PictureHead | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = readPng(file) ?? readWebp(file) ?? readJpeg(file);
  return head !== undefined && head.width > 0 && head.height > 0 ? head : undefined;
}

function readPng(file: Buffer): PictureHead | undefined {
  if (file.length < 33 || !file.subarray(0, 8).equals(PNG)) return undefined;
  if (file.readUInt32BE(8) !== 13 || file.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { type: 'image/png', width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

function readWebp(file: Buffer): PictureHead | undefined {
  if (file.length < 30) return undefined;
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  const type = 'image/webp';
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { type, width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      if (file[20] !== 0x2f) return undefined;
      const bits = file.readUInt32LE(21);
      return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ': {
      if (file.readUIntBE(23, 3) !== 0x9d012a) return undefined;
      return { type, width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
    }
    default:
      return undefined;
  }
}

/** The markers that begin a frame; C4, C8 and CC are others. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function readJpeg(file: Buffer): PictureHead | undefined {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 < file.length) {
    if (file[at] !== 0xff) return undefined;
    const marker = file[at + 1] as number;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker))
      return { type: 'image/jpeg', height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    // Between the start and the first frame every marker has a length.
    if (marker < 0xc0 || marker === 0xd8 || marker === 0xd9 || marker === 0xda) return undefined;
    at += 2 + Math.max(2, file.readUInt16BE(at + 2));
  }
  return undefined;
}
