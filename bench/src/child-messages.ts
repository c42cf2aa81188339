// Messages to a child process and back. Waiting ends with an error when the child ends instead of answering.
import type { ChildProcess } from 'node:child_process';

export function messageFrom<Message extends { readonly kind: string }, Kind extends Message['kind']>(
  child: ChildProcess,
  kind: Kind,
): Promise<Extract<Message, { readonly kind: Kind }>> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: Message) => {
      if (message.kind !== kind) return;
      child.off('message', onMessage);
      child.off('exit', fail);
      resolve(message as Extract<Message, { readonly kind: Kind }>);
    };
    const fail = () => reject(new Error(`the child process ended before it said ${kind}`));
    child.on('message', onMessage);
    child.on('exit', fail);
  });
}
