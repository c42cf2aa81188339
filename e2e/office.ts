// What staff do to a trader while the trader uses the app.
import { blockDevice, blockPlayer, endSessions } from '@maru/contract/account/office';
import { approveVoid, haltOption, requestVoid, resumeOption } from '@maru/contract/binary/office';
import type { AnyCall } from '@maru/contract/call';
import { approveDnw, askCoupon, officeDnwList, rejectDnw, takeDnw } from '@maru/contract/cashier/office';
import { officeP2pSend } from '@maru/contract/cashier/p2p';
import { officeAnswerContact, officeContacts, officeReadContact } from '@maru/contract/contact/calls';
import { closeOverseaOption, reopenOverseaOption } from '@maru/contract/oversea/office';
import { approveStaffRequest } from '@maru/contract/staff/calls';
import { ask, refusalOf } from './ask.ts';
import { officeToken } from './office-sign-in.ts';
import type { World } from './world.ts';

export async function openOffice(world: World) {
  /** Asked for each time: a journey may move the clock by hours. */
  const operator = () => officeToken(world, world.operator);
  const act = async (call: AnyCall, body: object): Promise<void> => {
    await ask(world, call, { body, token: await operator() });
  };
  const approve = async (call: AnyCall, body: object): Promise<void> => {
    await ask(world, call, { body, token: await officeToken(world, world.approver) });
  };
  return {
    endSessions: (playerId: number) => act(endSessions, { playerId, reason: '확인' }),
    block: (playerId: number) => act(blockPlayer, { playerId, reason: '확인' }),
    /** `M`: not from a phone. */
    blockDevice: (playerId: number, device: '' | 'M') =>
      act(blockDevice, { playerId, blockDevice: device, reason: '확인' }),
    halt: (tradeOptionId: number, reason: string) => act(haltOption, { tradeOptionId, reason }),
    resume: (tradeOptionId: number) => act(resumeOption, { tradeOptionId }),
    /** Returns the number of the request. */
    requestVoid: async (tradeRoundId: number, reason: string) =>
      (await ask(world, requestVoid, { body: { tradeRoundId, reason }, token: await operator() })).id,
    /** The refusal code when the requester tries to approve it too. */
    refusedApproval: async (voidRequestId: number) =>
      refusalOf(world, approveVoid, { body: { voidRequestId }, token: await operator() }),
    /** Approves as the second person. */
    approveVoid: (voidRequestId: number) => approve(approveVoid, { voidRequestId }),
    /** Requested by one person and approved by the second. */
    async closeInstrument(overseaOptionId: number, reason: string) {
      const asked = await ask(world, closeOverseaOption, {
        body: { overseaOptionId, reason },
        token: await operator(),
      });
      await approve(approveStaffRequest, { staffRequestId: asked.waiting?.id });
    },
    /** The number of the member's request that is on its way. */
    async openRequest(playerId: number) {
      const { content } = await ask(world, officeDnwList, {
        query: { playerId, statusStrs: '0,4' },
        token: await operator(),
      });
      return content[0]!.id;
    },
    takeRequest: (dnwHistoryId: number) => act(takeDnw, { dnwHistoryId }),
    approveRequest: (dnwHistoryId: number) => act(approveDnw, { dnwHistoryId }),
    approveRequestAsSecond: (dnwHistoryId: number) => approve(approveDnw, { dnwHistoryId }),
    rejectRequest: (dnwHistoryId: number, reason: string) => act(rejectDnw, { dnwHistoryId, reason }),
    /** The newest inquiry of the member, as staff read it. */
    async readInquiry(playerId: number) {
      const { content } = await ask(world, officeContacts, { query: { playerId }, token: await operator() });
      return ask(world, officeReadContact, { body: { id: content[0]!.id }, token: await operator() });
    },
    answerInquiry: (id: number, text: string) => act(officeAnswerContact, { id, text }),
    writeAsCounterpart: (dnwHistoryId: number, text: string) =>
      act(officeP2pSend, { dnwHistoryId, text, as: 'COUNTERPART' }),
    /** Asked for by one person and approved by the second; returns the code. */
    async issueCoupon(point: string, untilMillis: number) {
      const issued = await ask(world, askCoupon, {
        body: { walletTypes: ['BINARY'], point, uses: 10, untilMillis: String(untilMillis), reason: '여정' },
        token: await operator(),
      });
      await approve(approveStaffRequest, { staffRequestId: issued.waiting });
      return issued.promoCode;
    },
    reopenInstrument: (overseaOptionId: number) => act(reopenOverseaOption, { overseaOptionId }),
  };
}
