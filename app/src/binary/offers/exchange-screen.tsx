// The list of everything that can be traded as a binary option, with the rules of the games explained (picture 04e).
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useNavigate } from '../../shell/routing/router.tsx';
import './exchange-screen.css';
import { OfferList } from './offer-list.tsx';

export function ExchangeScreen() {
  const navigate = useNavigate();
  const base = useWatched(usePlatform().member) === undefined ? '/exchangeView' : '/exchange';
  return (
    <div className="exchange">
      <OfferList onChoose={({ id }) => void navigate({ to: `${base}/${id}` })} />
    </div>
  );
}
