import type { Route } from '../http/serve.ts';
import type { SecurityDeps } from './deps.ts';
import { factorRoutes } from './factor-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { protectionRoutes } from './protection-routes.ts';

export const securityRoutes = (deps: SecurityDeps): readonly Route[] => [
  ...factorRoutes(deps),
  ...passkeyRoutes(deps),
  ...protectionRoutes(deps),
];
