// The link that brings members, as text and as a picture for cameras, and what a partner should know.
import { useState } from 'react';
import { useCopy } from '../receipt/use-copy.ts';
import { useWords } from '../text/language.tsx';
import { partnerWords } from '../text/partner.ts';
import { Button } from '../ui/buttons/button.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { QrPicture } from '../ui/qr/qr-picture.tsx';
import type { Dashboard } from './rate-text.ts';
import './referral-card.css';

export function ReferralCard({ dashboard: { referralLink, rates } }: { readonly dashboard: Dashboard }) {
  const words = useWords(partnerWords);
  const { isCopied, copy } = useCopy();
  const [isShown, setShown] = useState(false);
  const address = `${globalThis.location.protocol}//${referralLink}`;
  const takesStakes = rates.some(({ base, rate }) => base === 'TURNOVER' && Number(rate) > 0);
  const copyButton = (
    <Button kind="tonal" size="small" icon={isCopied ? 'check' : 'copy'} onPress={() => copy(address)}>
      {isCopied ? words.copied : words.copy}
    </Button>
  );
  return (
    <section className="referral-card" aria-label={words.link}>
      <div className="referral-card__link">
        <span className="referral-card__words">
          <small className="text-micro">{words.link}</small>
          <b className="figure">{referralLink}</b>
        </span>
        <span className="referral-card__ways">
          <Button kind="tonal" size="small" label={words.qrTitle} onPress={() => setShown(true)}>
            {words.qr}
          </Button>
          {copyButton}
        </span>
      </div>
      <ul className="referral-card__notes">
        <li>{takesStakes ? words.notes.feesAndStakes : words.notes.feesOnly}</li>
        <li>{words.notes.seen}</li>
        <li>{words.notes.noTrades}</li>
      </ul>
      <BottomSheet
        open={isShown}
        onClose={() => setShown(false)}
        title={words.qrTitle}
        closeLabel={words.close}
      >
        <div className="referral-card__qr">
          <QrPicture text={address} label={words.qrLabel(referralLink)} />
          <b className="figure">{referralLink}</b>
          <p className="text-caption">{words.qrLead}</p>
          {copyButton}
        </div>
      </BottomSheet>
    </section>
  );
}
