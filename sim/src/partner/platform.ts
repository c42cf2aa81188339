// The platform's part in shares of partners, in every process that is up: it confirms what was approved, asks again while
// it does not know the answer, and pays what is confirmed. It also does what must be refused: another amount with the same
// key, a payment twice, of another's share, or by the partner itself.
import type { PartnerCommand } from '@maru/engine/partner/commands';
import { playerId, siteId } from '@maru/engine/purse';
import type { DeskProcess } from '../desk-process.ts';
import { type Dice, diceFor, share, streams } from '../dice.ts';
import type { Oracle } from '../oracle.ts';
import type { Stage } from '../stage.ts';
import { submitTo } from '../submit.ts';
import { siteOf } from '../workload.ts';
import { confirmOf, STAFF, wrongAmountOf } from './asks.ts';

const CALM_PACE_MS = 80;

type Open = ReturnType<Oracle['state']>['partner']['open'];
type OpenShare = Open extends ReadonlyMap<number, infer Share> ? Share : never;

/** What all processes of one run know, as the tables of the server do. */
interface Settling {
  approved: number;
  /** Somebody has begun to pay them: they are confirmed for certain, and nobody asks for that again. */
  readonly done: Set<number>;
}

export const newSettling = (): Settling => ({ approved: 0, done: new Set() });

/** Runs until the machine dies. */
export async function startPartner(
  stage: Stage,
  oracle: Oracle,
  process: DeskProcess,
  settling: Settling,
): Promise<void> {
  const { plan, faults } = stage;
  const { machine, desk } = process;
  const { seed, shareRuns } = plan;
  const submit = (command: PartnerCommand) => {
    const of = command.kind === 'PAY_SHARE' ? command.share : command.settlement;
    submitTo(process, { stage, oracle }, command, `${command.kind} ${of}`);
  };
  for (let run = 1; ; run += 1) {
    const paceMs = faults.isOver() ? CALM_PACE_MS : plan.faultsEndMs / shareRuns;
    await machine.wait(paceMs * (0.3 + 1.4 * share(seed, streams.schedule, machine.id, run, 21)));
    if (desk.state() !== 'OPEN') continue;
    const isCalm = faults.isOver();
    const dice = diceFor(seed, 'schedule', machine.id * 10_000 + run, 81);
    if (!isCalm) for (const command of confirmed(dice, plan, settling)) submit(command);
    for (const each of oracle.state().partner.open.values()) {
      if (!isCalm && dice.chance(0.6)) continue;
      settling.done.add(each.settlement);
      for (const command of paid(dice, plan, each, isCalm)) submit(command);
    }
  }
}

type World = Stage['plan'];

function confirmed(dice: Dice, plan: World, settling: Settling): readonly PartnerCommand[] {
  const { approved, done } = settling;
  const isNew = approved === 0 || dice.chance(0.5);
  if (isNew) settling.approved += 1;
  const settlement = isNew ? settling.approved : 1 + dice.below(approved);
  if (done.has(settlement)) return [];
  const right = confirmOf(plan, settlement);
  const wrong = wrongAmountOf(plan, settlement, dice.pick([1n, -1n, 1_000_000n]));
  const asked = dice.chance(0.12) ? [wrong, right] : [right];
  return dice.chance(0.3) ? [...asked, right] : asked;
}

function paid(dice: Dice, plan: World, open: OpenShare, isCalm: boolean): readonly PartnerCommand[] {
  const { id, player } = open;
  const other = 1 + (player % plan.players);
  const wrong = isCalm ? 1 : dice.below(12);
  const payer = wrong === 0 ? other : player;
  const command = {
    ...({ kind: 'PAY_SHARE', site: siteId(siteOf(payer, plan.sites)), player: playerId(payer) } as const),
    share: id,
    staff: wrong === 2 ? player : dice.pick(STAFF),
  };
  // The server pays without a key: a share that is paid is not there any more.
  const asked = dice.chance(0.7)
    ? command
    : { ...command, key: { key: `pay ${id}`, fingerprint: `${command.staff}` } };
  return dice.chance(0.3) ? [asked, asked] : [asked];
}
