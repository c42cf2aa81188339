// The rounds of an instrument: each type can be halted by one person, because a halt voids nothing.
import { haltOption, resumeOption } from '@maru/contract/binary/office';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { Tag } from '../parts/facts.tsx';
import { DrawerSection } from '../parts/panel.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { offerText } from '../text/binary.ts';
import { words } from '../text/control.ts';
import type { MarketRow, Traded } from './market-row.ts';
import { OfferSettingDialog } from './offer-setting-dialog.tsx';

const text = words.market;

const nameOf = ({ type }: Traded): string => offerText(type ?? '');

interface Props {
  readonly row: MarketRow;
  readonly offers: readonly Traded[];
  readonly isFixed: boolean;
  readonly onChanged: () => void;
}

export function OffersPart({ row, offers, isFixed, onChanged }: Props) {
  const { toast } = useOffice();
  const [halting, setHalting] = useState<readonly Traded[]>([]);
  const [setting, setSetting] = useState<Traded>();
  const halt = useAct(haltOption);
  const resume = useAct(resumeOption);
  const running = offers.filter(({ mode }) => mode === 'NORMAL');
  const halted = offers.filter(({ mode }) => mode === 'STOPPED');

  async function haltThose(reason: string): Promise<void> {
    let isDone = true;
    for (const { option } of halting) {
      const outcome = await halt.act({ tradeOptionId: option, reason });
      isDone &&= outcome.ok;
    }
    setHalting([]);
    if (isDone) toast('good', text.changed);
    onChanged();
  }
  async function resumeThose(those: readonly Traded[]): Promise<void> {
    for (const { option } of those) await resume.act({ tradeOptionId: option });
    onChanged();
  }
  return (
    <DrawerSection title={text.products['binary'] ?? ''} count={offers.length}>
      <ul className="offer-modes">
        {offers.map((offer) => (
          <li key={offer.option} className="offer-modes__row">
            <span>
              {nameOf(offer)}{' '}
              {offer.mode === 'STOPPED' && (
                <Tag tone="danger">
                  {text.states.STOPPED}
                  {offer.reason !== null && ` · ${offer.reason}`}
                </Tag>
              )}
            </span>
            {!isFixed && (
              <Button
                size="small"
                kind="quiet"
                label={`${nameOf(offer)} ${text.terms}`}
                onPress={() => setSetting(offer)}
              >
                {text.terms}
              </Button>
            )}
            {!isFixed &&
              (offer.mode === 'NORMAL' ? (
                <Button
                  size="small"
                  kind="quiet"
                  label={`${nameOf(offer)} ${text.halt}`}
                  onPress={() => setHalting([offer])}
                >
                  {text.halt}
                </Button>
              ) : (
                <Button
                  size="small"
                  kind="quiet"
                  busy={resume.isBusy}
                  label={`${nameOf(offer)} ${text.resume}`}
                  onPress={() => void resumeThose([offer])}
                >
                  {text.resume}
                </Button>
              ))}
          </li>
        ))}
      </ul>
      {!isFixed && (
        <div className="columns">
          {running.length > 0 && (
            <Button size="small" kind="danger" onPress={() => setHalting(running)}>
              {text.haltAll}
            </Button>
          )}
          {halted.length > 0 && (
            <Button size="small" busy={resume.isBusy} onPress={() => void resumeThose(halted)}>
              {text.resumeAll}
            </Button>
          )}
        </div>
      )}
      {setting !== undefined && (
        <OfferSettingDialog row={row} offer={setting} onClose={() => setSetting(undefined)} />
      )}
      {halting.length > 0 && (
        <ReasonDialog
          open
          title={`${row.koName} ${halting.map(nameOf).join(' · ')} ${text.halt}`}
          confirm={text.halt}
          kind="danger"
          usual={text.haltUsual}
          hint={text.haltHint}
          busy={halt.isBusy}
          onClose={() => setHalting([])}
          onConfirm={(reason) => void haltThose(reason)}
        />
      )}
    </DrawerSection>
  );
}
