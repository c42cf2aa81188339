// A socket for tests with a STOMP server behind it that reads and writes real frames: only the network is faked. STOMP
// is imported here already, so that a test never waits for the import when a connection needs it.
import './stomp-client.ts';
import type { IStompSocket } from '@stomp/stompjs';

export interface Frame {
  readonly command: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface FakeStompSocket extends IStompSocket {
  /** What the client sent, in order. */
  readonly frames: Frame[];
  accept(): void;
  push(destination: string, body: unknown): void;
  cut(code?: number): void;
}

function parseFrame(text: string): Frame {
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

/** `answersPing` is off for a server that stops answering without closing. */
export function fakeStompSocket({
  answersPing = true,
}: {
  readonly answersPing?: boolean;
} = {}): FakeStompSocket {
  let readyState = 0;
  const deliver = (text: string) => socket.onmessage?.({ data: text } as never);
  const isSubscribed = (destination: string) =>
    socket.frames.some(
      ({ command, headers }) => command === 'SUBSCRIBE' && headers['destination'] === destination,
    );
  const socket: FakeStompSocket = {
    url: 'ws://fake',
    binaryType: 'arraybuffer',
    get readyState() {
      return readyState;
    },
    frames: [],
    onopen: undefined,
    onmessage: undefined,
    onclose: undefined,
    onerror: undefined,
    send(text) {
      const frame = parseFrame(String(text));
      socket.frames.push(frame);
      // As on a network, the answer arrives after the request was sent.
      queueMicrotask(() => {
        if (frame.command === 'CONNECT') deliver('CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0');
        if (frame.command === 'SEND' && answersPing)
          socket.push('/user/queue/pong', { type: 'PONG', at: 1, data: null });
      });
    },
    accept() {
      readyState = 1;
      socket.onopen?.({} as never);
    },
    push(destination, body) {
      if (!isSubscribed(destination)) return;
      const text = JSON.stringify(body);
      deliver(`MESSAGE\nsubscription:${destination}\nmessage-id:1\ndestination:${destination}\n\n${text}\0`);
    },
    cut(code = 1006) {
      if (readyState === 3) return;
      readyState = 3;
      socket.onclose?.({ code } as never);
    },
    close: () => socket.cut(1000),
  };
  return socket;
}
