// The member's own data, what protects the account, their devices, and what they can take with them (picture 36).
import { formatPhone } from '@maru/client/format';
import { payoutList } from '@maru/contract/cashier/payouts';
import { mySecurity } from '@maru/contract/security/calls';
import { lazy, Suspense, useState } from 'react';
import { LettersRow } from '../../security/letters-row.tsx';
import { ProtectionBars } from '../../security/protection-bars.tsx';
import { protections, type SecurityState } from '../../security/protections.ts';
import { daysSince } from '../../security/when-text.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { Link } from '../../shell/routing/router.tsx';
import { accountWords } from '../../text/account.ts';
import { useWords } from '../../text/language.tsx';
import { securityWords } from '../../text/security.ts';
import { IconButton } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import type { IconName } from '../../ui/icons/icons.ts';
import { Card } from '../../ui/layout/card.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { ListRow, SectionTitle } from '../../ui/rows/list-row.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { DeviceList } from './device-list.tsx';
import { maskedEmail, maskedPhone } from './masked.ts';
import './my-page-screen.css';

const NickSheet = lazy(async () => ({ default: (await import('./nick-sheet.tsx')).NickSheet }));
const RefillSheet = lazy(async () => ({
  default: (await import('../../shell/member/refill-sheet.tsx')).RefillSheet,
}));

type Sheet = 'nick' | 'refill';

export function MyPageScreen() {
  const words = useWords(accountWords);
  const safety = useWords(securityWords);
  const { member, clock } = usePlatform();
  const who = useWatched(member);
  const security = useAnswer(mySecurity, {});
  const [sheet, setSheet] = useState<Sheet | undefined>(undefined);
  const [opened, setOpened] = useState<ReadonlySet<Sheet>>(new Set());
  const open = (name: Sheet) => {
    setOpened((before) => new Set(before).add(name));
    setSheet(name);
  };
  const close = () => setSheet(undefined);
  if (who === undefined) return null;
  const joined = security.reply?.joinedMillis;
  return (
    <>
      <div className="my-page__head">
        <Tile shape="round" size={56}>
          {who.name.slice(0, 1)}
        </Tile>
        <div className="my-page__who">
          <p className="text-title2">{who.name}</p>
          <p className="text-caption">
            <span>{who.username}</span>
            {joined !== undefined && ` · ${safety.joined(daysSince(joined, clock.now()))}`}
          </p>
        </div>
      </div>
      <div className="my-page__card">
        <Card>
          <KeyValueList>
            <KeyValue name={words.nick} strong>
              {who.nick}
              <IconButton icon="edit" size={18} quiet label={words.editNick} onPress={() => open('nick')} />
            </KeyValue>
            {who.phone !== '' && (
              <KeyValue name={safety.phone} strong>
                {maskedPhone(formatPhone(who.phone))}
              </KeyValue>
            )}
            {who.email !== '' && (
              <KeyValue name={words.email} strong>
                {maskedEmail(who.email)}
              </KeyValue>
            )}
            <Payout />
          </KeyValueList>
        </Card>
      </div>
      <SectionTitle>{words.security}</SectionTitle>
      <Safety state={security.reply} onChanged={security.reload} />
      <DeviceList />
      <SectionTitle>{words.practiceMoney}</SectionTitle>
      <div className="my-page__rows">
        <ListRow
          height={60}
          tile={<Icon name="refresh" size={22} />}
          title={words.refillRow}
          meta={words.refillRowLead}
          plain
          chevron
          onPress={() => open('refill')}
        />
      </div>
      <SectionTitle>{safety.myData}</SectionTitle>
      <div className="my-page__rows">
        <Row icon="shield" title={safety.limitsRow} meta={safety.limitsRowLead} to="/more/limits" />
        <Row
          icon="history"
          title={safety.historyTitle}
          meta={safety.historyLead}
          to="/more/security/history"
        />
        <Row icon="download" title={safety.exportRow} meta={safety.exportRowLead} to="/wallet/dnw_history" />
        <Row icon="user" title={words.identityRow} meta={words.identityRowLead} to="/more/identity" />
      </div>
      <Suspense>
        {opened.has('nick') && <NickSheet open={sheet === 'nick'} onClose={close} />}
        {opened.has('refill') && <RefillSheet open={sheet === 'refill'} onClose={close} />}
      </Suspense>
    </>
  );
}

interface RowProps {
  readonly icon: IconName;
  readonly title: string;
  readonly meta: string | undefined;
  readonly to:
    | '/more/change_password'
    | '/more/identity'
    | '/more/limits'
    | '/more/security'
    | '/more/security/history'
    | '/more/security/totp'
    | '/wallet/dnw_history';
  readonly end?: React.ReactNode;
}

const Row = ({ icon, title, meta, to, end }: RowProps) => (
  <ListRow
    height={60}
    plain
    chevron
    tile={<Icon name={icon} size={22} />}
    title={title}
    meta={meta}
    end={end}
    renderLink={(link) => <Link to={to} {...link} />}
  />
);

/** The account that withdrawals go to, masked by the server. */
function Payout() {
  const safety = useWords(securityWords);
  const { reply } = useAnswer(payoutList, {});
  const bank = reply?.content.find(({ kind }) => kind === 'BANK');
  return (
    <KeyValue name={safety.payout} strong>
      <Link className="my-page__payout" to="/wallet/payouts">
        {bank === undefined ? safety.payoutNone : `${bank.bankName ?? ''} ${bank.shown}`}
      </Link>
    </KeyValue>
  );
}

function Safety({
  state,
  onChanged,
}: {
  readonly state: SecurityState | undefined;
  readonly onChanged: () => void;
}) {
  const safety = useWords(securityWords);
  const words = useWords(accountWords);
  const { clock } = usePlatform();
  const all = state === undefined ? [true, false, false, false] : protections(state);
  const on = all.filter(Boolean).length;
  const changed = state?.passwordChangedMillis ?? null;
  const isOn = (value: boolean | undefined) =>
    value === undefined ? undefined : value ? (
      <span className="text-note">{safety.on}</span>
    ) : (
      <Badge tone="brass">{safety.turnOn}</Badge>
    );
  return (
    <>
      <Link className="my-page__safety" to="/more/security">
        <span className="text-strong">
          {state === undefined ? safety.stateNow : safety.someOn(on, all.length)}
        </span>
        <ProtectionBars on={state === undefined ? 0 : on} of={all.length} />
      </Link>
      <div className="my-page__rows">
        <Row
          icon="phone"
          title={safety.totp}
          meta={safety.totpLeadShort}
          to="/more/security/totp"
          end={isOn(state && state.totp !== null)}
        />
        <Row
          icon="key"
          title={words.passwordRow}
          meta={
            changed === null ? words.passwordRowLead : safety.passwordDays(daysSince(changed, clock.now()))
          }
          to="/more/change_password"
        />
        <LettersRow isOn={state?.newDeviceLetters ?? true} onChanged={onChanged} />
        <Row
          icon="lock"
          title={safety.passkeys(state?.passkeys.length ?? 0)}
          meta={safety.passkeyLeadShort}
          to="/more/security"
          end={isOn(state && state.passkeys.length > 0)}
        />
      </div>
    </>
  );
}
