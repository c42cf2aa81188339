// A drawing of the way up: the root, the two steps below it, and the step above one's own leaf. The levels between are
// not drawn. Which branch is one's own is as in the proof.
import type { ProofStep } from '@maru/engine/solvency/proof';
import './proof-tree.css';

interface Props {
  readonly steps: readonly ProofStep[];
  readonly label: string;
  readonly root: string;
  readonly me: string;
}

const WIDTH = 350;
const LEVEL_Y = [16, 50, 84, 114] as const;
const MOST_DRAWN = 3;

interface Drawn {
  readonly x: number;
  readonly y: number;
  readonly isMine: boolean;
  readonly isNeighbour: boolean;
  readonly parent: { readonly x: number; readonly y: number } | undefined;
}

/** From the root down: the place of one's own node on each drawn level. */
function ownPlaces(steps: readonly ProofStep[]): readonly number[] {
  const upper = steps
    .slice(1)
    .slice(-(MOST_DRAWN - 1))
    .toReversed();
  const drawn = steps.length <= 1 ? steps : [...upper, ...steps.slice(0, 1)];
  const places = [0];
  for (const { side } of drawn) places.push((places.at(-1) ?? 0) * 2 + (side === 'LEFT' ? 1 : 0));
  return places;
}

const xOf = (level: number, place: number): number => ((2 * place + 1) * WIDTH) / 2 ** (level + 1);
const yOf = (level: number): number => LEVEL_Y[level] ?? 0;

function nodesOf(places: readonly number[]): readonly Drawn[] {
  return places.flatMap((mine, level) =>
    Array.from({ length: 2 ** level }, (_, place) => ({
      x: xOf(level, place),
      y: yOf(level),
      isMine: place === mine,
      isNeighbour: level > 0 && place === (mine ^ 1),
      parent: level === 0 ? undefined : { x: xOf(level - 1, place >> 1), y: yOf(level - 1) },
    })),
  );
}

export function ProofTree({ steps, label, root, me }: Props) {
  const places = ownPlaces(steps);
  const nodes = nodesOf(places);
  const leaf = nodes.findLast(({ isMine }) => isMine);
  const height = yOf(places.length - 1) + 18;
  // The word stands where the drawing leaves room for it.
  const isAtEnd = (leaf?.x ?? 0) > WIDTH - 40;
  return (
    <svg className="proof-tree" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={label}>
      {nodes.map(
        ({ x, y, parent, isMine }) =>
          parent && (
            <path
              key={`${x} ${y}`}
              className={isMine ? 'proof-tree__way proof-tree__way--mine' : 'proof-tree__way'}
              d={`M${parent.x} ${parent.y}L${x} ${y}`}
            />
          ),
      )}
      {nodes.map(({ x, y, parent, isMine, isNeighbour }) => (
        <circle
          key={`${x} ${y}`}
          className={`proof-tree__node${isMine ? ' proof-tree__node--mine' : ''}${isNeighbour ? ' proof-tree__node--neighbour' : ''}${parent ? '' : ' proof-tree__node--root'}`}
          cx={x}
          cy={y}
          r={parent === undefined ? 8 : isNeighbour ? 6 : 5}
        />
      ))}
      {leaf && steps.length > 0 && (
        <>
          <circle className="proof-tree__halo" cx={leaf.x} cy={leaf.y} r="12" />
          <text
            className="proof-tree__me"
            x={leaf.x + (isAtEnd ? -16 : 16)}
            y={leaf.y + 12}
            textAnchor={isAtEnd ? 'end' : 'start'}
          >
            {me}
          </text>
        </>
      )}
      <text className="proof-tree__root" x={WIDTH / 2 + 17} y="20">
        {root}
      </text>
    </svg>
  );
}
