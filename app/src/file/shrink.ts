// Photos of a phone are often larger than what may be uploaded: the browser draws them as large as the server would.
import { MOST_FILE_BYTES } from '@maru/contract/file/calls';

const LONGEST_SIDE = 2_560;
const QUALITY = 0.85;
/** Decoding more could cost a phone its page. */
const MOST_BYTES = 40_000_000;

/** The picture itself where it is small enough; undefined where it cannot be made so. */
export async function shrinkPicture(source: File): Promise<File | undefined> {
  if (source.size <= MOST_FILE_BYTES) return source;
  if (source.size > MOST_BYTES) return undefined;
  try {
    const picture = await createImageBitmap(source);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(picture.width * scale)),
      Math.max(1, Math.round(picture.height * scale)),
    );
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const drawn = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
    return drawn.size > MOST_FILE_BYTES ? undefined : new File([drawn], source.name, { type: drawn.type });
  } catch {
    // No picture, or a browser that cannot draw in the background.
    return undefined;
  }
}
