// The calls of copy trading.
import type { Route } from '../http/serve.ts';
import { closeRoutes } from './close-routes.ts';
import { followLists } from './follow-lists.ts';
import { followRoutes } from './follow-routes.ts';
import { historyRoutes } from './history-routes.ts';
import { leadRoutes } from './lead-routes.ts';
import { officeDecideRoutes } from './office-decide-routes.ts';
import { officeRoutes } from './office-routes.ts';
import { ownTraderRoutes } from './own-trader-routes.ts';
import type { CopyParts } from './parts.ts';
import { resultRoutes } from './result-routes.ts';
import { traderRoutes } from './trader-routes.ts';

export const copytradeRoutes = (parts: CopyParts): readonly Route[] => [
  ...traderRoutes(parts),
  ...ownTraderRoutes(parts),
  ...followRoutes(parts),
  ...followLists(parts),
  ...resultRoutes(parts),
  ...closeRoutes(parts),
  ...historyRoutes(parts),
  ...leadRoutes(parts),
  ...officeRoutes(parts),
  ...officeDecideRoutes(parts),
];
