// How long before its end a trade date changes its phase: minutes in the product, and a run has only a few minutes.
import type { SessionLeads } from '@maru/engine/oversea/session-phase';

export const LEADS: SessionLeads = { REDUCE_ONLY: 10_000, FORCED_CLOSE: 6_500, OVERNIGHT_CHECK: 3_500 };
