const drawings = {
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 100-6 3 3 0 000 6z',
  'eye-shut': 'M4 9.5c2 2.700 4.700 4 8 4s6-1.300 8-4M12 13.500v3.500M7 12.500l-1.700 3M17 12.500l1.700 3',
  leave: 'M10 4.500H6.500a2 2 0 00-2 2v11a2 2 0 002 2H10M15 8l4 4-4 4M19 12H9.500',
  signal: 'M3 9a13 13 0 0118 0M6 12.500a8.500 8.500 0 0112 0M9 16a4.200 4.200 0 016 0M12 19.500v.2',
  shield:
    'M12 3l7.500 3v5.500c0 4.500-3 8-7.500 9.500-4.500-1.500-7.500-5-7.500-9.500V6zM8.800 12l2.300 2.300 4.200-4.500',
} as const;

export function Icon({ name, size = 22 }: { readonly name: keyof typeof drawings; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={drawings[name]} />
    </svg>
  );
}
