// Why a figure of the page is what it is: the formula in words, in figures, and the rates it used.
import { formatSignedMoney } from '@maru/client/format-amount';
import type { Explanation } from '../receipt/why-sheet.tsx';
import { useMoneyTexts } from '../shell/money-text.ts';
import { assetWords } from '../text/asset.ts';
import { useWords } from '../text/language.tsx';
import { useAssetName } from './asset-names.ts';
import { apartParts } from './asset-row.tsx';
import { type Asset, totalOf } from './assets.ts';
import type { Assets } from './use-assets.ts';

export interface Explanations {
  total(assets: readonly Asset[]): Explanation;
  wallet(asset: Asset): Explanation;
}

export function useExplanations({ rates, assets: known }: Pick<Assets, 'rates' | 'assets'>): Explanations {
  const words = useWords(assetWords);
  const nameOf = useAssetName(known);
  const textOf = useMoneyTexts();

  const sourceText = (source: string) =>
    source
      .split('+')
      .map((each) => words.sources[each as keyof typeof words.sources] ?? each)
      .join(' · ');

  function rateParts(currencies: readonly string[]) {
    return [...new Set(currencies)].flatMap((currency) => {
      const rate = rates[currency];
      if (rate === undefined || currency === 'KRW') return [];
      const won = `${Number(rate.rate).toLocaleString('en-US', { maximumFractionDigits: 4 })}${textOf('KRW').unit}`;
      const seconds = String(Math.floor(rate.ageMs / 1_000));
      return [{ name: words.rateOf(currency), value: words.rateText(won, sourceText(rate.source), seconds) }];
    });
  }

  return {
    total(assets) {
      const { money } = textOf('KRW');
      const valued = assets.filter(({ won }) => won !== undefined);
      return {
        title: words.total,
        sentence: words.totalSentence,
        formula: {
          name: words.formula,
          words: words.totalWords,
          result: words.result,
          figures: `${valued.map(({ won }) => money(won)).join(' + ')} = ${money(totalOf(assets))}`,
        },
        parts: [
          ...valued.map(({ type, won }) => ({ name: nameOf(type), value: money(won) })),
          ...rateParts(assets.map(({ currency }) => currency)),
        ],
      };
    },
    wallet(asset) {
      const { type, currency, figure, live } = asset;
      const apart = apartParts(asset, words);
      const { money } = textOf(currency);
      const signed = (text: string) => formatSignedMoney(text, currency).figure;
      const parts = [...(live?.parts ?? []), ...apart].map(({ name, value, kind }) => ({
        name,
        value: kind === 'plain' ? money(value) : signed(value),
      }));
      return {
        title: nameOf(type),
        sentence: words.walletSentence,
        formula: {
          name: words.formula,
          words: [live?.words ?? '', ...apart.map(({ name }) => name)].join(' + '),
          result: words.result,
          figures: `${parts.map(({ value }) => value).join(' + ')} = ${money(figure)}`,
        },
        parts: [...parts, ...rateParts([currency])],
      };
    },
  };
}
