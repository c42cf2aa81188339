// What a waiting request would do now, for the second person: the same dry run that its asker saw.
import type { AnyCall } from '@maru/contract/call';
import { futuresSettingEffect } from '@maru/contract/futures/office';
import { closeEffect, overseaSettingEffect, rateEffect } from '@maru/contract/oversea/office';
import { EffectView } from '../control/effect.tsx';
import { SettlementEffect } from '../partner/settlement-effect.tsx';
import { Notice } from '../parts/facts.tsx';
import { DrawerSection } from '../parts/panel.tsx';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/requests.ts';

/** Kinds whose effect on members is computed before they are approved. Each takes what the request holds. */
const EFFECTS: Readonly<Record<string, AnyCall>> = {
  FUTURES_SETTING: futuresSettingEffect,
  OVERSEA_SETTING: overseaSettingEffect,
  OVERSEA_CLOSE: closeEffect,
  DAY_RATE: rateEffect,
};

export function RequestEffect({ kind, body }: { readonly kind: string; readonly body: string }) {
  if (kind === 'PARTNER_SHARE') return <SettlementEffect body={body} />;
  const call = EFFECTS[kind];
  if (call !== undefined) return <Effect call={call as typeof overseaSettingEffect} body={body} />;
  return (
    <DrawerSection title={words.effect}>
      <Notice>{words.noEffect}</Notice>
    </DrawerSection>
  );
}

function Effect({ call, body }: { readonly call: typeof overseaSettingEffect; readonly body: string }) {
  const effect = useRead(call, JSON.parse(body) as Parameters<typeof useRead<typeof call>>[1]);
  return (
    <DrawerSection title={words.effect}>
      {effect.fault === undefined ? (
        <EffectView effect={effect.data} />
      ) : (
        <Notice tone="warn">{effect.fault.message}</Notice>
      )}
    </DrawerSection>
  );
}
