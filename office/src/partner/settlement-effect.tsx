// For the second person: what the request would confirm now, by the same preview that its asker saw.
import { previewSettlement } from '@maru/contract/partner/settlement';
import { Notice } from '../parts/facts.tsx';
import { useRead } from '../shell/use-read.ts';
import { SettlementPreview } from './settlement-preview.tsx';

export function SettlementEffect({ body }: { readonly body: string }) {
  const { throughDate } = JSON.parse(body) as { readonly throughDate: string };
  const preview = useRead(previewSettlement, { throughDate });
  if (preview.fault !== undefined) return <Notice tone="warn">{preview.fault.message}</Notice>;
  return <SettlementPreview preview={preview.data} />;
}
