import type { Book } from '@maru/engine/book';
import type { Context } from '@maru/engine/command';
import { decide } from '@maru/engine/decide';
import type { PartnerCommand } from '@maru/engine/partner/commands';
import type { PartnerEvent } from '@maru/engine/partner/events';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import { partnerShadow } from '@maru/server/partner/shadow/product';
import { productRows } from '@maru/server/shadow/rows';
import { diceFor } from '../dice.ts';
import { createKeylessRequests, isMeantBy, type TwinRules } from '../keyless-requests.ts';
import type { SimProduct } from '../product.ts';
import type { TwinState } from '../twin.ts';
import { partnersOf } from './asks.ts';
import { newSettling, startPartner } from './platform.ts';
import {
  checkPartnerTables,
  loadPartnerRows,
  type PartnerPart,
  partnerEdits,
  writePartnerRows,
} from './tables.ts';
import { tryPartner } from './trials.ts';
import {
  changePartner,
  checkShares,
  describePartner,
  emptyPartnerTwin,
  isPartnerEvent,
  outcomeOf,
  type PartnerTwin,
  partnerLegs,
  sharesOf,
} from './twin.ts';

export interface PartnerPlan {
  /** How often the platform looks at shares until the faults end. */
  readonly shareRuns: number;
}

export type { PartnerPart, PartnerTwin };

const RUNS = 40;

const isPartnerCommand = <Any extends Pick<AnyCommand, 'kind'>>(
  command: Any,
): command is Any & PartnerCommand => command.kind === 'CONFIRM_SHARE' || command.kind === 'PAY_SHARE';

const rules: TwinRules<PartnerCommand> = {
  isOfPlatform: (command): command is PartnerCommand =>
    isPartnerCommand(command) && command.key === undefined,
  isOwnEvent: isPartnerEvent,
  outcomeOf,
  unordered: {},
};

const partnerGoals = [
  'share of a partner confirmed',
  'share of a partner paid',
  'share outlived a crash',
  'two shares of a partner wait',
] as const;
export type PartnerGoal = (typeof partnerGoals)[number];

export const partner: SimProduct<PartnerPlan, PartnerTwin, PartnerPart> = {
  drawPlan(seed, players) {
    const dice = diceFor(seed, 'knobs', 10);
    // Without any partner, to see that nobody else gets a share.
    const isIn = dice.chance(partnersOf(seed, players).length > 0 ? 0.6 : 0.05);
    return { shareRuns: isIn ? RUNS : 0 };
  },
  noPlan: { shareRuns: 0 },
  calmPlan: { shareRuns: 0 },
  ownsCommand: (kind) => isPartnerCommand({ kind }),
  ownsEvent: (kind) => isPartnerEvent({ kind }),
  // Partners ask for nothing themselves.
  asks: { name: 'share', count: () => 0, momentOf: () => 0, ask: () => undefined },
  createPlatform() {
    const settling = newSettling();
    return async (stage, oracle, process) => {
      if (stage.plan.shareRuns > 0) await startPartner(stage, oracle, process, settling);
    };
  },
  goals: partnerGoals,
  createGoals: noteGoals,
  createRequests: () => createKeylessRequests(rules),
  probe: probePartner,
  tryOut: tryPartner,

  tables: {
    empty: () => ({ partnerShares: new Map() }),
    write: (tables, changes) => writePartnerRows(tables, productRows(changes, partnerShadow)),
    load: loadPartnerRows,
    check: checkPartnerTables,
    *snapshot({ partnerShares }) {
      for (const [id, row] of partnerShares) yield ['partner_share', { id, row }];
    },
    restore: { partner_share: (tables, { id, row }) => void tables.partnerShares.set(id, row) },
    *rows({ partnerShares }) {
      for (const [id, row] of partnerShares) yield ['partner_share', id, row];
    },
    edits: partnerEdits,
  },
  *playersWithOpen({ partner: { shares } }) {
    for (const { player } of shares.values()) yield player;
  },

  emptyTwin: emptyPartnerTwin,
  judge(state, player, command) {
    const outcome = outcomeOf(state, player, command as PartnerCommand);
    return 'refusal' in outcome ? outcome.refusal : 'OK';
  },
  isMeant: (event, command, twin) => isMeantBy(rules, event, command as PartnerCommand, twin),
  legs: (state, event, player) => partnerLegs(state, event as PartnerEvent, player),
  change: (state, event, player) => changePartner(state, event as PartnerEvent, player),
  describe: describePartner,
  lockedOf: () => 0n,
  isOpenIn: (state, player, wallet) => sharesOf(state, player).some((share) => share.wallet === wallet),
  hasOpen: (state, player) => sharesOf(state, player).length > 0,
  isSettled: ({ partner: { open } }) => open.size === 0,
  checkHouse: checkShares,
};

function noteGoals(reached: (goal: PartnerGoal) => void) {
  const confirmedIn = new Map<number, number>();
  return (event: AnyEvent, epoch: number, state: TwinState): void => {
    if (event.kind === 'SHARE_CONFIRMED') {
      reached('share of a partner confirmed');
      confirmedIn.set(event.id, epoch);
      if (sharesOf(state, event.steps[0]?.player ?? 0).length > 0) reached('two shares of a partner wait');
    } else if (event.kind === 'SHARE_PAID') {
      reached('share of a partner paid');
      if ((confirmedIn.get(event.share) ?? epoch) < epoch) reached('share outlived a crash');
    }
  };
}

function probePartner(book: Book, context: Context): void {
  for (const { id: share, player, wallet, amount, settlement } of book.partner.shares.values()) {
    const site = book.players.get(player)?.site;
    if (site === undefined) continue;
    decide(book, { kind: 'PAY_SHARE', site, player, share, staff: 914 }, context);
    const days = { fromDay: 20_000, throughDay: 20_000, requestedBy: 914, approvedBy: 915 };
    const again = { kind: 'CONFIRM_SHARE', site, player, wallet, amount, settlement, ...days } as const;
    decide(book, again, context);
    decide(book, { ...again, settlement: settlement + 1_000_000 }, context);
  }
}
