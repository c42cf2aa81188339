import type { ReceivedReply } from '@maru/client/call';
import type { riskExposure } from '@maru/contract/risk/exposure';
import { words } from '../text/risk.ts';

export type ShownPosition = ReceivedReply<typeof riskExposure>['nearest'][number]['positions'][number];

/** Of instruments with leverage longs and shorts, of contracts buys and sells. */
export const sideText = ({ side, leverage }: Pick<ShownPosition, 'side' | 'leverage'>): string =>
  leverage === null ? (side === 'LONG' ? words.buy : words.sell) : side === 'LONG' ? words.long : words.short;

export const nameText = ({
  code,
  koName,
  leverage,
}: Pick<ShownPosition, 'code' | 'koName' | 'leverage'>): string =>
  leverage === null && koName !== '' ? koName : code;

export function PositionText({ positions }: { readonly positions: readonly ShownPosition[] }) {
  const [first, ...others] = positions;
  if (first === undefined) return null;
  const size = first.leverage === null ? first.qty : `${first.leverage}x`;
  return (
    <>
      {nameText(first)} {sideText(first)} {size}{' '}
      <span className="risk-quiet">
        {first.isIsolated ? words.isolated : words.cross}
        {others.length > 0 && ` +${others.length}`}
      </span>
    </>
  );
}

export const MemberText = ({ username, nick }: { readonly username: string; readonly nick: string }) => (
  <span className="risk-member">
    <b>{nick || username}</b> <span className="risk-quiet">{username}</span>
  </span>
);
