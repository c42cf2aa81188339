// Letters that a member gets when a key of theirs is given rights: if it was not them, they learn of it.
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { postMessage } from '../message/post-message.ts';
import type { StoredKey } from './store.ts';

const LINK = '/more/api-keys';

const TITLES = {
  MADE: { ko: '새 API 키를 만들었습니다', en: 'A new API key was made' },
  ADDRESSES: { ko: 'API 키의 주소를 바꿨습니다', en: 'The addresses of an API key were changed' },
} as const;

export async function tellKey(
  tx: Tx,
  { site, player, name, scopes }: Pick<StoredKey, 'site' | 'player' | 'name' | 'scopes'>,
  { change, now }: { readonly change: keyof typeof TITLES; readonly now: Millis },
): Promise<void> {
  const trades = scopes.includes('TRADE');
  const body = {
    ko: `‘${name}’ 키 · ${trades ? '거래할 수 있습니다' : '조회만 합니다'}. 직접 한 일이 아니면 키를 지우고 비밀번호를 바꿔 주세요.`,
    en: `Key “${name}” · ${trades ? 'may trade' : 'only reads'}. If this was not you, delete the key and change your password.`,
  };
  await postMessage(tx, { site, player, kind: 'SECURITY', title: TITLES[change], body, link: LINK, now });
}
