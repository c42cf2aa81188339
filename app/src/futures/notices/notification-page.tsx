// The notification centre with what must be seen: it stays on top until it is solved, comes from the account as it is
// now, and is stored nowhere.
import { formatPrice } from '@maru/client/format';
import { displayName } from '@maru/client/format-label';
import { toDecimal } from '@maru/engine/amount';
import { NotificationScreen } from '../../notification/centre/notification-screen.tsx';
import { useNavigate } from '../../shell/routing/router.tsx';
import { useWords } from '../../text/language.tsx';
import { notificationWords } from '../../text/notification.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { useFuturesAccount } from '../account/use-futures-account.ts';
import { useListedFutures } from '../account/use-futures-instruments.ts';
import { useMarks } from '../account/use-marks.ts';
import { type RiskyPosition, riskiestOf } from './account-risk.ts';

export function NotificationPage() {
  const account = useFuturesAccount();
  const { reply: instruments = [] } = useListedFutures();
  const marks = useMarks(account.positions.map(({ stock }) => stock));
  const risky = riskiestOf(account, instruments, marks);
  return <NotificationScreen mustSee={risky && <MustSee risky={risky} />} />;
}

function MustSee({ risky: { position, ratio, distance } }: { readonly risky: RiskyPosition }) {
  const words = useWords(notificationWords);
  const navigate = useNavigate();
  const percent = (share: bigint) => `${formatPrice(toDecimal(share * 100n), 2)}%`;
  const name = displayName(position.stock);
  return (
    <>
      <section className="must-see" role="alert">
        <Icon name="warning" size={22} />
        <p className="must-see__words text-stack">
          <b>
            {distance === undefined ? words.atRisk(name) : words.untilLiquidation(name, percent(distance))}
          </b>
          <span className="text-micro">{words.ratio(percent(ratio))}</span>
        </p>
        <Button size="small" onPress={() => void navigate({ to: `/future/${position.stock}` })}>
          {position.marginType === 'ISOLATED' ? words.addMargin : words.seePosition}
        </Button>
      </section>
      <p className="must-see__note text-caption">{words.mustSee}</p>
    </>
  );
}
