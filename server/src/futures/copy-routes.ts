// Copied orders are closed by their own call (spec 7 Futures). No order was ever copied so far, so none is found.
import { closeCopiedFutures } from '@maru/contract/futures/calls';
import { type Route, serve } from '../http/serve.ts';

export const copyRoutes = (): readonly Route[] => [
  serve(closeCopiedFutures, async () => ({ ok: false, refusal: 'COPY_ORDER_NOT_FOUND' })),
];
