// The server of the HTTP bench: one web server, three calls of the same shape. Ours goes to the desk, the rival's to a
// transaction of its own, and the empty one answers at once.
import { defineCall } from '@maru/contract/define-call';
import { decimal, integer } from '@maru/contract/fields';
import { amount } from '@maru/engine/amount';
import { serve } from '@maru/server/http/serve';
import { clock } from '@maru/server/process-time';
import { z } from 'zod';
import { fail, openAccount, serveBench, submitAll } from './bench-site.ts';
import { openReleasedDesk } from './released-desk.ts';
import { openRival } from './rival.ts';

const [url = '', callers = '64'] = process.argv.slice(2);

const { desk } = await openReleasedDesk(url, { onHalt: fail, onTransientError: fail });
await submitAll(desk, Number(callers), (index) => openAccount(index + 1));
const rival = await openRival(url, Number(callers));

/** A hold is set aside, and given back by the next call: what an order and its end cost, without a product. */
const bench = (path: `/${string}`) =>
  defineCall('player', 'POST', path, {
    summary: 'Hold an amount, or release a hold',
    money: true,
    body: z.object({ point: decimal, hold: integer(0, Number.MAX_SAFE_INTEGER) }),
    reply: z.object({ hold: z.int() }),
  });

const ours = serve(bench('/api/ours'), async ({ principal, body, key }) => {
  const asked = {
    site: principal.site,
    player: principal.player,
    session: principal.session,
    ...(key === undefined ? {} : { key }),
  };
  const outcome = await desk.submit(
    body.hold === 0
      ? { ...asked, kind: 'HOLD_FUNDS', wallet: 'BINARY', amount: amount(body.point), purpose: 'bench' }
      : { ...asked, kind: 'RELEASE_FUNDS', hold: body.hold },
  );
  if (!outcome.ok) throw new Error(outcome.refusal);
  return { ok: true, reply: { hold: body.hold === 0 ? outcome.event.id : 0 } };
});

const rivals = serve(bench('/api/rival'), async ({ principal, body, key }) => {
  if (body.hold === 0)
    return { ok: true, reply: { hold: await rival.hold(principal.player, body.point, key?.key ?? '') } };
  await rival.release(principal.player, body.hold, key?.key ?? '');
  return { ok: true, reply: { hold: 0 } };
});

const empty = serve(bench('/api/empty'), async ({ body }) => ({
  ok: true,
  reply: { hold: body.hold === 0 ? 1 : 0 },
}));

process.send?.({ port: await serveBench([ours, rivals, empty], clock) });
