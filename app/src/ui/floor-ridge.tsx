import { useId } from 'react';
import './floor-ridge.css';

const STEP = 3;
const WIDTH = 390;
const HEIGHT = 260;

/** Heights every three units, from the left edge to the right: three far ridges, farthest first. */
const far = [
  '61.5 63 65 66.5 68 69 70 70.5 71 71 71.5 72 73 75 77 80 83 86.5 90 93.5 96.5 99.5 102 103.5 105.5 106.5 108 109 110.5 112 114 115.5 117.5 119 120 121 121 120.5 119.5 117.5 115.5 113 111 108.5 107 105.5 104.5 103.5 103.5 103.5 103 103 102.5 102 101.5 100.5 99.5 99 98.5 98.5 99 100 101 103 105 107 108.5 110 111 111.5 111.5 111 110.5 109.5 109 108.5 108 108 108.5 109 109.5 110 110.5 110.5 110 109.5 108.5 108 107 106 106 106 107 108 110 112 114.5 116.5 118.5 120.5 122 122.5 123 123 123 123 122.5 122.5 123 123 123 123.5 123.5 122.5 121.5 120 117.5 114.5 111 107.5 103.5 99.5 96 92.5 90 87.5 85.5 84 82.5 80.5 79',
  '143.5 145.5 147.5 149 150 150 150 149 148 146.5 145.5 144 143 142 141.5 141.5 141 141 140.5 140 139 138 136.5 135.5 134 133 132.5 132.5 132.5 133.5 134.5 136.5 138 140 141.5 143 144 145 145.5 145.5 145.5 145.5 146 146.5 147 148 149 150 151 152 152.5 152.5 152.5 152 151 150.5 149.5 149 148.5 149 149.5 150.5 152 154 155.5 157.5 159 160.5 162 163 163.5 164 164.5 165.5 166 167.5 168.5 170 171.5 172.5 173.5 174.5 174.5 174 172.5 171 168.5 166.5 163.5 161 158.5 156.5 154.5 152.5 151 149 147.5 145.5 143.5 141 138.5 135.5 133 130 127.5 125.5 124 123 122.5 122 122 122 122 122 121.5 120.5 119 117.5 116 114 112.5 111 110 109 108 107.5 107 106.5 106 105 104',
  '174 172 170 168 166 164 162.5 161.5 160.5 160.5 160 160.5 160.5 160.5 160.5 160 159.5 158 157 155.5 154 152.5 151 150 149 148.5 148 147.5 147 146.5 146 145.5 144.5 143 142 141 140 139.5 139 139.5 140.5 141.5 143.5 145.5 147.5 149.5 151 153 154.5 156 157 158 159.5 161 162.5 164 166 168 170 172 173.5 175 176 176.5 176.5 176 175.5 174.5 173.5 173 172.5 172.5 172.5 173 173.5 174 174.5 174.5 174.5 174.5 174.5 174 173.5 173 173 173.5 174 175 176 177.5 178.5 180 181 182 182.5 182.5 182.5 182 181 180.5 179.5 179 179 178.5 178.5 179 179 179.5 179.5 179 178.5 178 177.5 176.5 176 175.5 175.5 176 177 178 180 182 184 186.5 188.5 190.5 192 193.5 195 196 197.5',
].map(points);

/** A price path that climbs to the crest, stops at now and goes on as a guess. */
const near = points(
  '209.5 209 211.5 211 209.5 212 212 211.5 208 208 209.5 207 205.5 204.5 202 199 197.5 195.5 194.5 193 193 188 187 185 183.5 182.5 181.5 180 182 180.5 180.5 181 180 180 181.5 181 183 182.5 183.5 184 183.5 182.5 183.5 184.5 182 185.5 181 184 180.5 181 177 175.5 173 173 171.5 167 164.5 163 158.5 159 154 152 149 147.5 146.5 143.5 143.5 139 137.5 135.5 132 131.5 130.5 129 125 124 119 117.5 115 116.5 114 113.5 109.5 108.5 110 102.5 105 107.5 105 102.5 102 98.5 103 99.5 104 96 93 101.5 95 94.5 99 96 105 103 100 107.5 106 105 108 108.5 111.5 118.5 120 115 120 125.5 122 126 125 125 122.5 121 123.5 123.5 126.5 129.5 130 130.5 125 126.5 132.5',
);

const NOW = 89;

interface Point {
  readonly x: number;
  readonly y: number;
}

function points(heights: string): readonly Point[] {
  return heights.split(' ').map((height, index) => ({ x: index * STEP, y: Number(height) }));
}

const line = (path: readonly Point[]) => `M${path.map(({ x, y }) => `${x} ${y}`).join('L')}`;
const ground = (path: readonly Point[]) => `${line(path)}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}z`;

/** The brand's landscape, behind the words of the sign-in page. */
export function FloorRidge() {
  const id = useId();
  const now = near[NOW]!;
  return (
    <svg
      className="floor-ridge"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="var(--tx1)"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <defs>
        {[0, 1, 2, 3].map((depth) => (
          <linearGradient key={depth} id={`${id}-${depth}`} x1="0" x2="0" y1="0" y2="1">
            <stop stopColor={`var(--s${depth + 1})`} stopOpacity={0.5 + depth * 0.12} />
            <stop offset="1" stopColor="var(--bg)" />
          </linearGradient>
        ))}
      </defs>
      {far.map((ridge, depth) => (
        <g key={line(ridge)}>
          <path d={ground(ridge)} fill={`url(#${id}-${depth})`} stroke="none" />
          <path d={line(ridge)} strokeOpacity={0.1 + depth * 0.05} />
        </g>
      ))}
      <path d={ground(near)} fill={`url(#${id}-3)`} stroke="none" />
      <path d={line(near.slice(0, NOW + 1))} strokeWidth="2" />
      <path d={line(near.slice(NOW))} strokeOpacity=".34" strokeWidth="1.5" strokeDasharray="1.5 5" />
      <circle cx={now.x} cy={now.y} r="15" fill="var(--brass-fill)" stroke="none" opacity=".16" />
      <circle cx={now.x} cy={now.y} r="5.5" fill="var(--brass-fill)" stroke="none" />
    </svg>
  );
}
