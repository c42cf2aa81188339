// What staff do to a trader while the trader uses the app.
import { blockDevice, blockPlayer, endSessions } from '@maru/contract/account/calls';
import { approveVoid, haltOption, requestVoid, resumeOption } from '@maru/contract/binary/office';
import type { AnyCall } from '@maru/contract/call';
import { closeOverseaOption, reopenOverseaOption } from '@maru/contract/oversea/office';
import { approveStaffRequest } from '@maru/contract/staff';
import { ask, refusalOf } from './ask.ts';
import { signedIn } from './journey.ts';
import type { World } from './world.ts';

export async function openOffice(world: World) {
  const token = await signedIn(world, world.operator);
  const act = async (call: AnyCall, body: object): Promise<void> => {
    await ask(world, call, { body, token });
  };
  const approve = async (call: AnyCall, body: object): Promise<void> => {
    await ask(world, call, { body, token: await signedIn(world, world.approver) });
  };
  return {
    endSessions: (playerId: number) => act(endSessions, { playerId }),
    block: (playerId: number) => act(blockPlayer, { playerId }),
    /** `M`: not from a phone. */
    blockDevice: (playerId: number, device: '' | 'M') => act(blockDevice, { playerId, blockDevice: device }),
    halt: (tradeOptionId: number, reason: string) => act(haltOption, { tradeOptionId, reason }),
    resume: (tradeOptionId: number) => act(resumeOption, { tradeOptionId }),
    /** Returns the number of the request. */
    requestVoid: async (tradeRoundId: number, reason: string) =>
      (await ask(world, requestVoid, { body: { tradeRoundId, reason }, token })).id,
    /** The refusal code when the requester tries to approve it too. */
    refusedApproval: (voidRequestId: number) =>
      refusalOf(world, approveVoid, { body: { voidRequestId }, token }),
    /** Approves as the second person. */
    approveVoid: (voidRequestId: number) => approve(approveVoid, { voidRequestId }),
    /** Requested by one person and approved by the second. */
    async closeInstrument(overseaOptionId: number, reason: string) {
      const asked = await ask(world, closeOverseaOption, { body: { overseaOptionId, reason }, token });
      await approve(approveStaffRequest, { staffRequestId: asked.waiting?.id });
    },
    reopenInstrument: (overseaOptionId: number) => act(reopenOverseaOption, { overseaOptionId }),
  };
}
