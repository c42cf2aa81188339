// The texts that every visit needs, in the first chunk; those of a room are in the chunks of its screens (RoomWords).
// Server messages are shown as they are received and are not here.
import { first } from './ko/first.ts';
import { routes } from './ko/routes.ts';
import { shell } from './ko/shell.ts';
import { signIn } from './ko/sign-in.ts';
import type { Same } from './same.ts';

export const ko = { first, routes, shell, signIn };

export type Text = Same<typeof ko>;
