// The confirmation before a bet, with its cost and its possible payout. It is for the round it was opened for: when
// that one closes in between, nothing is sent.

import { formatDecimal } from '@maru/client/format';
import { formatTimeOfDay } from '@maru/client/format-time';
import type { WireTradeRound, WireTradeTerms } from '@maru/contract/binary/calls';
import { amount, negate, toDecimal } from '@maru/engine/amount';
import { useMoneyText } from '../../shell/money-text.ts';
import { binaryWords } from '../../text/binary.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import type { Direction } from '../../ui/buttons/direction-pair.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { Note } from '../../ui/states/note.tsx';
import { phaseOf } from '../rounds/rounds-at.ts';
import { payoutText } from './bet-view.ts';

export interface Proposal {
  readonly round: WireTradeRound;
  readonly direction: Direction;
  readonly stake: string;
}

interface Props {
  readonly open: boolean;
  readonly proposal: Proposal | undefined;
  readonly terms: WireTradeTerms;
  readonly now: number;
  readonly onClose: () => void;
  readonly onConfirm: (proposal: Proposal) => void;
}

export function ConfirmSheet({ open, proposal, terms, now, onClose, onConfirm }: Props) {
  const words = useWords(binaryWords);
  const { money, signed } = useMoneyText(terms.currency);
  const side = proposal?.direction === 'down' ? words.down : words.up;
  const isOver = proposal !== undefined && phaseOf(proposal.round, now) !== 'open';
  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={words.confirmTitle(side)}
      closeLabel={words.close}
      action={
        proposal && (
          <Button
            kind={isOver ? 'primary' : proposal.direction}
            disabled={isOver}
            onPress={() => onConfirm(proposal)}
          >
            {isOver ? words.roundOver : words.placeBet(side, money(proposal.stake))}
          </Button>
        )
      }
    >
      {proposal && (
        <>
          <KeyValueList framed>
            <KeyValue name={words.confirmRound}>
              {words.roundNumber(formatDecimal(String(proposal.round.no)))}
            </KeyValue>
            <KeyValue name={words.confirmBase}>
              {terms.strikeMode === 'AT_BET'
                ? words.baseAtBet
                : words.baseAtOpen(formatTimeOfDay(proposal.round.openMillis))}
            </KeyValue>
            <KeyValue name={words.confirmResult}>
              {words.resultAt(formatTimeOfDay(proposal.round.closeMillis))}
            </KeyValue>
            <KeyValue name={words.confirmStake}>{money(proposal.stake)}</KeyValue>
            <KeyValue name={words.ifHit} strong>
              {money(payoutText(proposal.stake, terms.rate, terms.currency))}
            </KeyValue>
            <KeyValue name={words.confirmLoss} strong>
              {signed(toDecimal(negate(amount(proposal.stake))))}
            </KeyValue>
            <KeyValue name={words.confirmTie}>{words.refunded}</KeyValue>
          </KeyValueList>
          <Note>{words.noCancel}</Note>
        </>
      )}
    </BottomSheet>
  );
}
