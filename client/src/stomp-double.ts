// The far end of a socket for tests: it reads and writes real STOMP frames, so the edge is faked and nothing else.
// Read here already, so that a test never waits for the file itself when a connection fetches it.
import './stomp-client.ts';
import type { IStompSocket } from '@stomp/stompjs';

export interface StompDouble extends IStompSocket {
  /** Commands with their headers, as they came in. */
  readonly heard: { readonly command: string; readonly headers: Readonly<Record<string, string>> }[];
  accept(): void;
  push(destination: string, body: unknown): void;
  cut(code?: number): void;
}

function parseFrame(text: string): StompDouble['heard'][number] {
  const [head = ''] = text.split('\n\n');
  const [command = '', ...lines] = head.split('\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).replaceAll('\\c', ':'),
    ]),
  );
  return { command, headers };
}

/** `answersPing` is off for a server that went silent without closing. */
export function stompDouble({ answersPing = true }: { readonly answersPing?: boolean } = {}): StompDouble {
  let readyState = 0;
  const say = (text: string) => double.onmessage?.({ data: text } as never);
  const subscribed = () =>
    new Set(
      double.heard.filter((each) => each.command === 'SUBSCRIBE').map((each) => each.headers['destination']),
    );
  const double: StompDouble = {
    url: 'ws://double',
    binaryType: 'arraybuffer',
    get readyState() {
      return readyState;
    },
    heard: [],
    onopen: undefined,
    onmessage: undefined,
    onclose: undefined,
    onerror: undefined,
    send(text) {
      const frame = parseFrame(String(text));
      double.heard.push(frame);
      // No network answers before the question has left.
      queueMicrotask(() => {
        if (frame.command === 'CONNECT') say('CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0');
        if (frame.command === 'SEND' && answersPing)
          double.push('/user/queue/pong', { type: 'PONG', at: 1, data: null });
      });
    },
    accept() {
      readyState = 1;
      double.onopen?.({} as never);
    },
    push(destination, body) {
      if (!subscribed().has(destination)) return;
      const text = JSON.stringify(body);
      say(`MESSAGE\nsubscription:${destination}\nmessage-id:1\ndestination:${destination}\n\n${text}\0`);
    },
    cut(code = 1006) {
      if (readyState === 3) return;
      readyState = 3;
      double.onclose?.({ code } as never);
    },
    close: () => double.cut(1000),
  };
  return double;
}
