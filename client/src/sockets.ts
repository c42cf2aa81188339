// How a browser reaches the realtime endpoint: a plain WebSocket first. sockjs-client is old and heavy, so it is
// imported only where the network blocks WebSockets.
import { SOCKJS_PATH, WEBSOCKET_PATH } from '@maru/contract/realtime';
import type { IStompSocket } from '@stomp/stompjs';

export type Transport = 'websocket' | 'sockjs';

export type OpenSocket = (transport: Transport) => Promise<IStompSocket>;

export const openBrowserSocket =
  (origin: string): OpenSocket =>
  async (transport) => {
    if (transport === 'websocket')
      return new WebSocket(`${origin.replace(/^http/, 'ws')}${WEBSOCKET_PATH}`) as IStompSocket;
    const { default: SockJS } = await import('sockjs-client');
    // Its own WebSocket is left out: where ours failed, that one would fail too.
    return new SockJS(`${origin}${SOCKJS_PATH}`, null, {
      transports: ['xhr-streaming', 'xhr-polling'],
    }) as unknown as IStompSocket;
  };
