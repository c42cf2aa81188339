// Every word the app shows, one file for each room. Server messages are shown as they come and are not here.
import { account } from './ko/account.ts';
import { chart } from './ko/chart.ts';
import { market } from './ko/market.ts';
import { more } from './ko/more.ts';
import { oversea } from './ko/oversea.ts';
import { routes } from './ko/routes.ts';
import { shell } from './ko/shell.ts';
import type { Same } from './same.ts';

export const ko = { account, chart, market, more, oversea, routes, shell };

export type Text = Same<typeof ko>;
