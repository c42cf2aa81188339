import { displayCode } from '@maru/client/format';
import type { WireBinaryOption } from '@maru/contract/market';

const COIN = /^(\w+?)(USDT|USDC|USD|KRW|BTC)$/;
const CURRENCIES = /^(\w{3})(\w{3})$/;

/** `BTC/USDT`, `EUR/USD`: what is priced, and in what. A share has only its code. */
export function pairCode({ stock, kind }: Pick<WireBinaryOption, 'stock' | 'kind'>): string {
  const code = displayCode(stock);
  switch (kind) {
    case 'CRYPTO':
      return code.replace(COIN, '$1/$2');
    case 'FOREX':
      return code.replace(CURRENCIES, '$1/$2');
    case 'STOCK':
    case 'FUTURES':
      return code;
  }
}
