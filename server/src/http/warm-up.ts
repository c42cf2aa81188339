// Makes an HTTP server that nobody calls, so that the code is compiled before the real one has to be made quickly: binding
// some three hundred calls takes two or three times as long the first time.
import { defineCall } from '@maru/contract/define-call';
import { millis } from '@maru/engine/time';
import { z } from 'zod';
import { silentLog } from '../log/log.ts';
import { createHttp } from './http.ts';
import { serve } from './serve.ts';

const ROUNDS = 3;
const CALLS = 300;

export async function warmUpHttp(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const http = await createHttp({
      routes: Array.from({ length: CALLS }, (_, at) => {
        const method = at % 2 === 0 ? 'GET' : 'POST';
        const call = defineCall('player', method, `/api/warm/${at}`, {
          summary: 'Never called',
          reply: z.object({}),
        });
        return serve(call, async () => ({ ok: true, reply: {} }));
      }),
      authenticate: async () => undefined,
      siteOf: () => undefined,
      clock: () => millis(0),
      log: silentLog,
      health: () => ({ ready: false }),
      metrics: () => '',
    });
    await http.close();
  }
}
