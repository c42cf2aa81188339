// My balance in the root of all balances (design 09c), checked on this device.
import { formatDecimal } from '@maru/client/format';
import { formatClock, formatDay, isSameDay } from '@maru/client/format-date';
import { useState } from 'react';
import { saveJson } from '../receipt/proof-files.tsx';
import { inSeconds, VerdictHead } from '../receipt/verdict-head.tsx';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { useServerSecond } from '../shell/connection/use-server-second.ts';
import { HeaderEnd } from '../shell/layouts/header-end.tsx';
import { useMoneyTexts } from '../shell/money-text.ts';
import { useLanguage, useWords } from '../text/language.tsx';
import { solvencyWords } from '../text/solvency.ts';
import { Button, IconButton } from '../ui/buttons/button.tsx';
import { HashText } from '../ui/figures/hash-text.tsx';
import { KeyValue, KeyValueList } from '../ui/rows/key-value.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { StatePanel } from '../ui/states/state-panel.tsx';
import { BookSums } from './book-sums.tsx';
import { balancesOf } from './check-balance.ts';
import { MethodPanel, PROOF_FILE } from './method-panel.tsx';
import { ProofSteps } from './proof-steps.tsx';
import { ProofTree } from './proof-tree.tsx';
import './solvency-screen.css';
import { type JudgedBalance, useBalanceCheck } from './use-balance-check.ts';

export function SolvencyScreen() {
  const { language } = useLanguage();
  const words = useWords(solvencyWords);
  const { state, run } = useBalanceCheck();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const judged = state.kind === 'judged' ? state.judged : undefined;
  const verify = () => void run();
  return (
    <article className="solvency">
      <HeaderEnd>
        <IconButton icon="info" label={words.help} onPress={() => setHelpOpen(true)} />
      </HeaderEnd>
      {state.kind === 'busy' && (
        <div className="solvency__skeleton" role="status" aria-label={words.loading}>
          <Skeleton width={200} height={56} radius={28} />
          <Skeleton width="100%" height={128} radius={12} />
          <Skeleton width="100%" height={152} radius={16} />
        </div>
      )}
      {state.kind === 'failed' && (
        <LoadFailed title={words.failed} message={state.message} onRetry={verify} />
      )}
      {state.kind === 'none' && (
        <StatePanel
          kind="empty"
          title={words.empty}
          sentence={words.emptyLead(
            `${formatDay(state.nextMillis, language)} ${formatClock(state.nextMillis)}`,
          )}
        />
      )}
      {judged && <Judged judged={judged} />}
      {state.kind !== 'busy' && state.kind !== 'failed' && <BookSums />}
      <ul className="solvency__notes text-caption">
        <li>{words.practice}</li>
        <li>{words.privacy}</li>
        <li>
          {words.changeBefore} <b>{words.different}</b>
          {words.changeAfter}
        </li>
      </ul>
      {state.kind === 'judged' && (
        <div className="solvency__actions">
          <Button
            kind="tonal"
            width="fit"
            icon="download"
            onPress={() => saveJson(PROOF_FILE, state.judged.proof)}
          >
            {words.save}
          </Button>
          <Button busy={state.isBusy} onPress={verify}>
            {words.verify}
          </Button>
        </div>
      )}
      <MethodPanel open={isHelpOpen} proof={judged?.proof} onClose={() => setHelpOpen(false)} />
    </article>
  );
}

function Judged({ judged }: { readonly judged: JudgedBalance }) {
  const { language } = useLanguage();
  const words = useWords(solvencyWords);
  const moneyText = useMoneyTexts();
  const now = useServerSecond();
  const { proof, steps, leafHash, fault, tookMs } = judged;
  const isSame = fault === undefined;
  const day = formatDay(proof.madeMillis, language);
  const isToday = isSameDay(proof.madeMillis, now);
  const when = isToday ? words.today : words.onDay(day);
  const balances = balancesOf(proof).map(({ currency, balance }) => moneyText(currency).money(balance));
  const rootName = isToday ? words.todaysRoot : words.root;
  return (
    <>
      <VerdictHead
        size="page"
        isSame={isSame}
        title={isSame ? words.same : words.different}
        lead={isSame ? words.took(inSeconds(tookMs)) : words.differentLead}
      />
      {isSame ? (
        <p className="solvency__sentence">
          {words.mine} <b className="figure">{balances.join(' · ')}</b> {words.included(when)}
        </p>
      ) : (
        <p className="solvency__sentence solvency__sentence--different" role="alert">
          {`${words.faults[fault]} ${words.saveLead}`}
        </p>
      )}
      <div className="solvency__tree">
        <ProofTree steps={steps} label={words.treeLabel} root={rootName} me={words.me} />
      </div>
      <div className="solvency__card">
        <KeyValueList framed>
          <KeyValue name={rootName}>
            <HashText value={proof.root} ends={[3, 2]} />
          </KeyValue>
          <KeyValue name={words.leaf}>
            <span className="solvency__leaf">
              <HashText value={leafHash} ends={[3, 2]} />
            </span>
          </KeyValue>
          <KeyValue name={words.published} strong>
            {`${day} ${formatClock(proof.madeMillis)}`}
          </KeyValue>
          <KeyValue name={words.accounts} strong>
            {words.people(formatDecimal(String(proof.count)))}
          </KeyValue>
        </KeyValueList>
      </div>
      <ProofSteps steps={steps} isSame={isSame} />
    </>
  );
}
