// What protects the account of a member of staff: the same as a member has, behind calls of the office.
import { endMySession, endOtherSessions, mySessions } from '../account/calls.ts';
import { defineCall } from '../define-call.ts';
import {
  addPasskey,
  beginPasskey,
  newRecoveryCodes,
  removePasskey,
  renamePasskey,
  signInHistory,
} from './calls.ts';

const own = { right: 'SELF' } as const;

export const officeNewRecoveryCodes = defineCall('staff', 'POST', '/api/office/security/recovery/new', {
  ...newRecoveryCodes,
  ...own,
});
export const officeBeginPasskey = defineCall('staff', 'POST', '/api/office/security/passkey/begin', {
  ...beginPasskey,
  ...own,
});
export const officeAddPasskey = defineCall('staff', 'POST', '/api/office/security/passkey/add', {
  ...addPasskey,
  ...own,
});
export const officeRenamePasskey = defineCall('staff', 'POST', '/api/office/security/passkey/rename', {
  ...renamePasskey,
  ...own,
});
export const officeRemovePasskey = defineCall('staff', 'POST', '/api/office/security/passkey/remove', {
  ...removePasskey,
  ...own,
});
export const officeSignInHistory = defineCall('staff', 'GET', '/api/office/security/history', {
  ...signInHistory,
  ...own,
});
export const officeSessions = defineCall('staff', 'GET', '/api/office/security/sessions', {
  ...mySessions,
  ...own,
});
export const officeEndSession = defineCall('staff', 'POST', '/api/office/security/sessions/end', {
  ...endMySession,
  ...own,
});
export const officeEndOtherSessions = defineCall(
  'staff',
  'POST',
  '/api/office/security/sessions/end_others',
  {
    ...endOtherSessions,
    ...own,
  },
);
