// The partner and everybody below as a tree: who they are, how many members and which rate they have, what they earned.
import { formatMoney } from '@maru/client/format-amount';
import type { CSSProperties } from 'react';
import { useWords } from '../text/language.tsx';
import { partnerWords } from '../text/partner.ts';
import { Icon } from '../ui/icons/icon.tsx';
import { Tile } from '../ui/rows/tile.tsx';
import './line-tree.css';
import { type Base, type Node, peopleText, ratesText } from './rate-text.ts';

interface Props {
  /** Each partner before those below. */
  readonly nodes: readonly Node[];
  readonly currency: string;
  /** What the amounts are computed from. */
  readonly bases: readonly Base[];
  /** What the amounts cover: `30일`. */
  readonly span: string;
}

interface Branch {
  readonly node: Node;
  readonly depth: number;
  /** Depths at which a line goes on to a later partner. */
  readonly through: readonly number[];
}

/** Which lines pass each row: they lead from a partner to those of the same parent further down. */
export function branchesOf(nodes: readonly Node[]): readonly Branch[] {
  const root = nodes[0]?.level ?? 1;
  const open = new Set<number>();
  const rows: Branch[] = [];
  for (const node of nodes.toReversed()) {
    const depth = node.level - root;
    for (const deeper of [...open]) if (deeper > depth) open.delete(deeper);
    rows.unshift({ node, depth, through: [...open].toSorted((a, b) => a - b) });
    if (depth > 0) open.add(depth);
  }
  return rows;
}

const at = (depth: number) => ({ '--depth': depth }) as CSSProperties;

const ICONS = ['bank', 'users'] as const;

function amountIn(node: Node, currency: string): string {
  const amount = node.amounts.find((each) => each.currency === currency)?.amount ?? '0';
  return formatMoney(amount, currency).figure;
}

export function LineTree({ nodes, currency, bases, span }: Props) {
  const words = useWords(partnerWords);
  return (
    <ul className="line-tree" aria-label={words.line}>
      {branchesOf(nodes).map(({ node, depth, through }) => (
        <li key={node.id} className="line-tree__node" style={at(depth)}>
          {through.map((each) => (
            <i key={each} className="line-tree__through" style={at(each)} aria-hidden="true" />
          ))}
          {depth > 0 && <i className="line-tree__elbow" aria-hidden="true" />}
          <Tile size={32} tone={depth === 0 ? 'brass' : 'plain'}>
            <Icon name={ICONS[depth] ?? 'user'} size={16} />
          </Tile>
          <span className="line-tree__who">
            <b className="line-tree__name">
              <span className="text-cut">{node.name}</span> <small className="figure">{node.code}</small>
            </b>
            <small className="text-cut">
              {words.nodeMeta(peopleText(node.members, words, 'figure'), ratesText(node.rates, bases, words))}
            </small>
          </span>
          <span className="line-tree__sum">
            <b className="figure">{amountIn(node, currency)}</b>
            <small>{span}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}
