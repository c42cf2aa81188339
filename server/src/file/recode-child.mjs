// A process that draws pictures anew. Their decoders are native code and read what strangers made, so they run apart
// from the process that holds the accounts: a crash or too much memory ends only this one. It knows no secret.
import { setPriority } from 'node:os';
import { Transformer } from '@napi-rs/image';

const NICE = 10;
const QUALITY = 82;
/** Longer sides are made this long: enough to read a photographed page. */
const LONGEST_SIDE = 2_560;
const FIT_INSIDE = 2;

setPriority(NICE);

/** @param {{ readonly bytes: Uint8Array, readonly type: string, readonly width: number, readonly height: number }} picture */
async function recode({ bytes, type, width, height }) {
  const picture = new Transformer(bytes).rotate();
  if (Math.max(width, height) > LONGEST_SIDE)
    picture.fastResize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: FIT_INSIDE });
  const drawn = await (type === 'image/jpeg' ? picture.jpeg(QUALITY) : picture.webp(QUALITY));
  const size = await new Transformer(drawn).metadata(false);
  return {
    bytes: drawn,
    type: type === 'image/jpeg' ? 'image/jpeg' : 'image/webp',
    width: size.width,
    height: size.height,
  };
}

process.on('message', (picture) => {
  // The other side sends nothing else.
  recode(/** @type {Parameters<typeof recode>[0]} */ (picture)).then(
    (drawn) => process.send?.(drawn),
    () => process.send?.('DAMAGED'),
  );
});
