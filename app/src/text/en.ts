import { first } from './en/first.ts';
import { routes } from './en/routes.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';
import type { Text } from './ko.ts';

export const en: Text = { first, routes, shell, signIn };
