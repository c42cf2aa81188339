import type { routes as ko } from '../ko/routes.ts';
import type { Same } from '../same.ts';

export const routes: Same<typeof ko> = {};
