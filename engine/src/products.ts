// The only list of products. What a command, an event or a refusal can be follows from it.
import { account } from './account/product.ts';
import { assert } from './assert.ts';
import { binary } from './binary/product.ts';
import { bitball } from './bitball/product.ts';
import { cashier } from './cashier/product.ts';
import { copytrade } from './copytrade/product.ts';
import type { ChangesOf, Follower, Note } from './follower.ts';
import { futures } from './futures/product.ts';
import { limits } from './limits/product.ts';
import { oversea } from './oversea/product.ts';
import type { ShareBase } from './partner/accrue.ts';
import { partner } from './partner/product.ts';
import type { DecideForPlatform, DecideForPlayer, EventFacts, Product, ProductTypes } from './product.ts';
import type { WalletType } from './purse.ts';

const products = [account, binary, bitball, cashier, copytrade, futures, limits, oversea, partner] as const;

type TypesOf<Any> = Any extends Product<infer Types> ? Types : never;
type AnyTypes = TypesOf<(typeof products)[number]>;

export type PlayerCommand = AnyTypes['playerCommand'];
export type PlatformCommand = AnyTypes['platformCommand'];
export type AnyCommand = PlayerCommand | PlatformCommand;
export type AnyEvent = AnyTypes['event'];
export type ProductRefusal = AnyTypes['refusal'];
/** The part of the book that each product has under its own name. */
export type ProductStates = { readonly [Types in AnyTypes as Types['name']]: Types['state'] };

/** Any of them as the core sees it. The list guarantees that it gets the right commands and events. */
interface AnyProductTypes extends ProductTypes {
  readonly name: keyof ProductStates;
  readonly playerCommand: PlayerCommand;
  readonly platformCommand: PlatformCommand;
  readonly event: AnyEvent;
  readonly state: ProductStates[keyof ProductStates];
  readonly refusal: ProductRefusal;
  readonly note: Note;
}
export type AnyProduct = Product<AnyProductTypes>;
export type AnyFollower = Follower<ProductRefusal, Note>;

/** Who may give it, and its rule. */
type KnownCommand =
  | {
      readonly giver: 'PLAYER';
      readonly product: AnyProduct;
      /** It leaves all free money where it is. */
      readonly leavesFree: boolean;
      readonly decide: DecideForPlayer<AnyProductTypes, PlayerCommand>;
    }
  | { readonly giver: 'PLATFORM'; readonly decide: DecideForPlatform<AnyProductTypes, PlatformCommand> };

interface KnownEvent {
  readonly product: AnyProduct;
  readonly facts: EventFacts;
  readonly changes: 'NOTHING' | ChangesOf<AnyEvent>;
}

const commands = new Map<string, KnownCommand>();
const events = new Map<string, KnownEvent>();
for (const each of products) {
  const product = each as unknown as AnyProduct;
  for (const [kind, decide] of Object.entries(product.playerCommands)) {
    const leavesFree = product.takesFree[kind as PlayerCommand['kind']] === 'NOTHING';
    commands.set(kind, { giver: 'PLAYER', product, leavesFree, decide: decide as never });
  }
  for (const [kind, decide] of Object.entries(product.platformCommands))
    commands.set(kind, { giver: 'PLATFORM', decide: decide as never });
  for (const [kind, facts] of Object.entries<EventFacts>(each.events)) {
    const changes = each.changes[kind as never] as KnownEvent['changes'];
    events.set(kind, { product, facts, changes });
  }
}

export const everyProduct: readonly AnyProduct[] = products as unknown as readonly AnyProduct[];

/** What partners have a share of. */
export const sharedBases: readonly {
  readonly product: string;
  readonly base: ShareBase;
  readonly wallet: WalletType;
}[] = everyProduct.flatMap(({ name, shared }) =>
  shared === undefined ? [] : [{ product: name, ...shared }],
);

/** See `Product.tooEarly`: of all products. */
export const tooEarlyRefusals: ReadonlySet<string> = new Set(
  everyProduct.flatMap(({ tooEarly = [] }) => tooEarly),
);

export const productOfCommand = (kind: AnyCommand['kind']): KnownCommand => known(commands, kind);
export const productOfEvent = (kind: AnyEvent['kind']): KnownEvent => known(events, kind);

function known<Found>(kinds: ReadonlyMap<string, Found>, kind: string): Found {
  const product = kinds.get(kind);
  assert(product !== undefined, `no product knows ${kind}`);
  return product;
}
