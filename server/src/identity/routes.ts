import {
  certificateEmail,
  certificatePhone,
  findId as findIdCall,
  findPassword as findPasswordCall,
  verifyEmail,
  verifyPhone,
} from '@maru/contract/identity/calls';
import {
  closeAccount as closeAccountCall,
  setContact as setContactCall,
} from '@maru/contract/identity/member-calls';
import type { AccountDeps } from '../account/deps.ts';
import { deviceOf } from '../account/device.ts';
import { type Route, serve } from '../http/serve.ts';
import { closeAccount } from './close-account.ts';
import { sendCode, verifyCode } from './codes.ts';
import { setContact } from './contact.ts';
import { findId } from './find-id.ts';
import { findPassword } from './find-password.ts';

export const identityRoutes = (deps: AccountDeps): readonly Route[] => [
  serve(certificateEmail, (asked) => sendCode(deps, { ...asked, kind: 'EMAIL' })),
  serve(certificatePhone, (asked) => sendCode(deps, { ...asked, kind: 'PHONE' })),
  serve(verifyEmail, (asked) => verifyCode(deps, { ...asked, kind: 'EMAIL' })),
  serve(verifyPhone, (asked) => verifyCode(deps, { ...asked, kind: 'PHONE' })),
  serve(setContactCall, (asked) => setContact(deps, asked)),
  serve(closeAccountCall, (asked) => closeAccount(deps, asked)),
  serve(findIdCall, (asked) => findId(deps, { ...asked, proof: asked.body.proof })),
  serve(findPasswordCall, (asked) =>
    findPassword(deps, {
      ...asked,
      proof: asked.body.proof,
      password: asked.body.password,
      device: deviceOf({ ...asked, body: {} }),
    }),
  ),
];
