import type { file as korean } from '../ko/file.ts';
import type { Same } from '../same.ts';

export const file: Same<typeof korean> = {
  attach: 'Attach pictures',
  attached: 'Attached pictures',
  detach: (name) => `Remove ${name}`,
  retry: (name) => `Upload ${name} again`,
  attaching: 'Uploading',
  failed: 'Upload the failed picture again or remove it.',
  tooLarge: 'A picture may have up to 5 MB.',
  tooMany: 'Up to 4 pictures can be attached.',
  open: 'Show',
  close: 'Close',
  pictureFailed: 'The picture could not be loaded.',
};
