// Pictures that are attached: sent as a form and fetched as bytes, which the caller of JSON calls does not do. Both need the
// member's token, so a picture is never an address that a browser could open by itself.
import type { ReceivedReply } from '@maru/client/call';
import { uploadFile } from '@maru/contract/file/calls';
import type { Platform } from '../shell/platform.tsx';

export type AttachedFile = ReceivedReply<typeof uploadFile>;

type Sent =
  | { readonly ok: true; readonly file: AttachedFile }
  | { readonly ok: false; readonly message: string; readonly canRetry: boolean };

async function request(
  { session, fetch, tryAgain }: Platform,
  url: string,
  init: RequestInit,
): Promise<Response | string> {
  const ask = async (token: string) => {
    const headers = { ...init.headers, authorization: `Bearer ${token}` };
    return fetch(url, { ...init, headers, credentials: 'omit', cache: 'no-store' });
  };
  const token = await session.accessToken();
  if (token === undefined || token === 'unreachable') return tryAgain();
  try {
    const response = await ask(token);
    if (response.status !== 401) return response;
    const renewed = await session.renew(token);
    return renewed === undefined || renewed === 'unreachable' ? tryAgain() : await ask(renewed);
  } catch {
    return tryAgain();
  }
}

/** Too many requests, or a server that cannot now: the same picture may be taken later. */
const isTransient = (status: number): boolean => status === 429 || status >= 500;

export async function sendFile(platform: Platform, file: File, language: string): Promise<Sent> {
  const form = new FormData();
  form.set('file', file, file.name);
  const headers = { accept: 'application/json', 'accept-language': language };
  const response = await request(platform, uploadFile.path, { method: 'POST', headers, body: form });
  if (typeof response === 'string') return { ok: false, message: response, canRetry: true };
  const canRetry = isTransient(response.status);
  try {
    const body = (await response.json()) as AttachedFile & { readonly message?: string };
    if (response.ok) return { ok: true, file: body };
    return { ok: false, message: body.message ?? platform.tryAgain(), canRetry };
  } catch {
    return { ok: false, message: platform.tryAgain(), canRetry: true };
  }
}

/** Undefined when it cannot be fetched. */
export async function fetchPicture(platform: Platform, id: string): Promise<Blob | undefined> {
  const response = await request(platform, `${uploadFile.path}/${id}`, { method: 'GET' });
  return typeof response === 'string' || !response.ok ? undefined : response.blob();
}
