// The words that every visit needs, which travel with the door; those of a room travel with its screens (RoomWords).
// Server messages are shown as they come and are not here.
import { routes } from './ko/routes.ts';
import { shell } from './ko/shell.ts';
import { signIn } from './ko/sign-in.ts';
import type { Same } from './same.ts';

export const ko = { routes, shell, signIn };

export type Text = Same<typeof ko>;
