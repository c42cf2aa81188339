// The member's own data, their sessions, and their practice money.
import { formatPhone } from '@maru/client/format';
import { lazy, Suspense, useState } from 'react';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { Link } from '../../shell/routing/router.tsx';
import { accountWords } from '../../text/account.ts';
import { useWords } from '../../text/language.tsx';
import { IconButton } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
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
  const who = useWatched(usePlatform().member);
  const [sheet, setSheet] = useState<Sheet | undefined>(undefined);
  const [opened, setOpened] = useState<ReadonlySet<Sheet>>(new Set());
  const open = (name: Sheet) => {
    setOpened((before) => new Set(before).add(name));
    setSheet(name);
  };
  const close = () => setSheet(undefined);
  if (who === undefined) return null;
  return (
    <>
      <div className="my-page__head">
        <Tile shape="round" size={56}>
          {who.name.slice(0, 1)}
        </Tile>
        <div className="my-page__who">
          <p className="text-title2">{who.name}</p>
          <p className="text-caption">{who.username}</p>
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
              <KeyValue name={words.phone} strong>
                {maskedPhone(formatPhone(who.phone))}
              </KeyValue>
            )}
            {who.email !== '' && (
              <KeyValue name={words.email} strong>
                {maskedEmail(who.email)}
              </KeyValue>
            )}
          </KeyValueList>
        </Card>
      </div>
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
      <SectionTitle>{words.security}</SectionTitle>
      <div className="my-page__rows">
        <ListRow
          height={60}
          tile={<Icon name="key" size={22} />}
          title={words.passwordRow}
          meta={words.passwordRowLead}
          plain
          chevron
          renderLink={(link) => <Link to="/more/change_password" {...link} />}
        />
        <ListRow
          height={60}
          tile={<Icon name="shield" size={22} />}
          title={words.identityRow}
          meta={words.identityRowLead}
          plain
          chevron
          renderLink={(link) => <Link to="/more/identity" {...link} />}
        />
      </div>
      <DeviceList />
      <Suspense>
        {opened.has('nick') && <NickSheet open={sheet === 'nick'} onClose={close} />}
        {opened.has('refill') && <RefillSheet open={sheet === 'refill'} onClose={close} />}
      </Suspense>
    </>
  );
}
