// What staff do to a trader while the trader uses the app.
import { blockDevice, blockPlayer, endSessions, unblockPlayer } from '@maru/contract/account/calls';
import { approveVoid, haltOption, requestVoid, resumeOption } from '@maru/contract/binary/office';
import type { AnyCall } from '@maru/contract/call';
import { closeOverseaOption, reopenOverseaOption } from '@maru/contract/oversea/office';
import { approveStaffRequest } from '@maru/contract/staff';
import { ask, refusalOf } from './ask.ts';
import { signedIn } from './journey.ts';
import type { World } from './world.ts';

export interface Office {
  endSessions(playerId: number): Promise<void>;
  block(playerId: number): Promise<void>;
  unblock(playerId: number): Promise<void>;
  /** `M`: not from a phone. */
  blockDevice(playerId: number, device: '' | 'M'): Promise<void>;
  halt(tradeOptionId: number, reason: string): Promise<void>;
  resume(tradeOptionId: number): Promise<void>;
  /** Returns the number of the request. */
  requestVoid(tradeRoundId: number, reason: string): Promise<number>;
  /** The refusal code when the requester tries to approve it too. */
  refusedApproval(voidRequestId: number): Promise<string>;
  /** Approves as the second person. */
  approveVoid(voidRequestId: number): Promise<void>;
  /** Requested by one person and approved by the second. */
  closeInstrument(overseaOptionId: number, reason: string): Promise<void>;
  reopenInstrument(overseaOptionId: number): Promise<void>;
}

export async function openOffice(world: World): Promise<Office> {
  const token = await signedIn(world, world.operator);
  const act = async (call: AnyCall, body: object): Promise<void> => {
    await ask(world, call, { body, token });
  };
  return {
    endSessions: (playerId) => act(endSessions, { playerId }),
    block: (playerId) => act(blockPlayer, { playerId }),
    unblock: (playerId) => act(unblockPlayer, { playerId }),
    blockDevice: (playerId, device) => act(blockDevice, { playerId, blockDevice: device }),
    halt: (tradeOptionId, reason) => act(haltOption, { tradeOptionId, reason }),
    resume: (tradeOptionId) => act(resumeOption, { tradeOptionId }),
    requestVoid: async (tradeRoundId, reason) =>
      (await ask(world, requestVoid, { body: { tradeRoundId, reason }, token })).id,
    approveVoid: async (voidRequestId) => {
      await ask(world, approveVoid, {
        body: { voidRequestId },
        token: await signedIn(world, world.approver),
      });
    },
    closeInstrument: async (overseaOptionId, reason) => {
      const asked = await ask(world, closeOverseaOption, { body: { overseaOptionId, reason }, token });
      await ask(world, approveStaffRequest, {
        body: { staffRequestId: asked.waiting?.id },
        token: await signedIn(world, world.approver),
      });
    },
    reopenInstrument: (overseaOptionId) => act(reopenOverseaOption, { overseaOptionId }),
    refusedApproval: (voidRequestId) => refusalOf(world, approveVoid, { body: { voidRequestId }, token }),
  };
}
