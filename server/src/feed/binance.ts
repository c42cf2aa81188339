// Opens ccxt's exchange. Addresses can be replaced, so that the test connects to recorded frames on loopback.
import type { TickerExchange } from './live-crypto.ts';

interface CcxtExchange extends TickerExchange {
  readonly urls: { readonly api: { [name: string]: unknown; ws: Record<string, unknown> } };
  loadHttpProxyAgent(): Promise<unknown>;
}

interface Ccxt {
  readonly default: {
    readonly pro: { readonly binanceusdm: new (options: object) => CcxtExchange };
  };
}

export interface ExchangeAddresses {
  readonly http: string;
  readonly websocket: string;
}

export async function openBinance(addresses?: ExchangeAddresses): Promise<TickerExchange> {
  // Named by a variable: the package is optional, and its types alone would double the time of a type check.
  const name = 'ccxt';
  const { default: ccxt } = (await import(name)) as Ccxt;
  const exchange = new ccxt.pro.binanceusdm({
    options: { defaultType: 'future', fetchMarkets: { types: ['linear'] } },
  });
  if (addresses) {
    // Despite its name this option allows ccxt to connect to an address without TLS.
    await exchange.loadHttpProxyAgent();
    const { api } = exchange.urls;
    for (const key of Object.keys(api)) if (typeof api[key] === 'string') api[key] = addresses.http;
    for (const key of Object.keys(api.ws)) {
      if (typeof api.ws[key] === 'string') api.ws[key] = addresses.websocket;
    }
  }
  return exchange;
}
