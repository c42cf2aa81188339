// A way to a port of this machine that can be cut in silence, for tests of what a process does when a network fails.
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../../../scripts/cluster/process.mjs';

export interface CutWay {
  readonly port: number;
  /** Connections stay open, and nothing passes any more. New ones are accepted and nothing passes either. */
  cut(): void;
  /** New connections pass. Those of before stay silent: the kernel sends again after pauses that grow to minutes. */
  join(): void;
  close(): void;
}

export async function openCutWay(to: number): Promise<CutWay> {
  let isCut = false;
  const silent = new WeakSet<Socket>();
  const sockets = new Set<Socket>();

  function pass(from: Socket, into: Socket): void {
    sockets.add(from);
    from.on('data', (chunk) => {
      if (!silent.has(from)) into.write(chunk);
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      if (!silent.has(from)) into.destroy();
    });
    if (isCut) silent.add(from);
  }

  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    pass(near, far);
    pass(far, near);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    cut() {
      isCut = true;
      for (const socket of sockets) silent.add(socket);
    },
    join() {
      isCut = false;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
