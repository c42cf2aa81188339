import { account } from './en/account.ts';
import { chart } from './en/chart.ts';
import { market } from './en/market.ts';
import { more } from './en/more.ts';
import { oversea } from './en/oversea.ts';
import { routes } from './en/routes.ts';
import { shell } from './en/shell.ts';
import type { Text } from './ko.ts';

export const en: Text = { account, chart, market, more, oversea, routes, shell };
