import type { document as ko } from '../ko/document.ts';
import type { Same } from '../same.ts';

export const document: Same<typeof ko> = {
  sample: 'This is a sample. Whoever runs the service replaces it with a text of their own.',
  versionFrom: (version, day) => `Version ${version} · valid from ${day}`,
  accepted: 'Versions I accepted',
  version: (version) => `Version ${version}`,
  acceptedOn: (day) => `Accepted on ${day}`,
};
