// Pictures that are attached to an inquiry or to a message: uploaded first, then named by the thing that they are attached to.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { siteInfoId } from '../fields.ts';

/** Of the file as it is sent. */
export const MOST_FILE_BYTES = 5 * 1_024 * 1_024;

/** Attached to one entry. */
export const MOST_FILES = 4;

const HOUR_MS = 3_600_000;

/** A random name: nobody guesses it, and it grants nothing. */
const fileId = z.string().regex(/^[0-9a-f]{32}$/);

/** What a text that is sent has beside it. */
export const fileIds = z.array(fileId).max(MOST_FILES).default([]);

export const attachedFile = z.object({
  id: z.string(),
  /** As the sender called it: only ever shown. */
  name: z.string(),
  type: z.string(),
  size: z.int(),
  width: z.int(),
  height: z.int(),
});

const refusals = ['FILE_TYPE_UNSUPPORTED', 'FILE_TOO_MANY_PIXELS', 'FILE_DAMAGED', 'FILE_QUOTA'] as const;

export const uploadFile = defineCall('player', 'POST', '/api/file', {
  summary: 'Upload a picture: JPEG, PNG or WebP. It is drawn anew, without what else the file said',
  uploadBytes: MOST_FILE_BYTES,
  limit: { per: 'player', max: 10, windowMs: HOUR_MS },
  query: z.object({ siteInfoId }),
  reply: attachedFile,
  refusals,
});

export const file = defineCall('player', 'GET', '/api/file/{id}', {
  summary: 'A picture that the member uploaded or was sent',
  answersFile: true,
  cost: 3,
  query: z.object({ id: fileId, siteInfoId }),
  reply: z.string(),
  refusals: ['FILE_CHANGED'],
});

export const officeUploadFile = defineCall('staff', 'POST', '/api/office/file', {
  right: 'SUPPORT_ANSWER',
  summary: 'Upload a picture for an answer or a text',
  uploadBytes: MOST_FILE_BYTES,
  limit: { per: 'player', max: 60, windowMs: HOUR_MS },
  query: z.object({ siteInfoId }),
  reply: attachedFile,
  refusals,
});

export const officeFile = defineCall('staff', 'GET', '/api/office/file/{id}', {
  right: 'SUPPORT_READ',
  summary: 'A picture of any member of the site',
  answersFile: true,
  cost: 3,
  query: z.object({ id: fileId, siteInfoId }),
  reply: z.string(),
  refusals: ['FILE_CHANGED'],
});
