/** The parts of `npm run figures`, in the order of a run. Each has a file in docs/figures. */
export const PARTS = [
  'requests',
  'pictures',
  'cpu',
  'footprint',
  'weight',
  'scaling',
  'pages',
  'lighthouse',
  'site-requests',
  'site-start',
  'site-memory',
  'site-large',
  'many-owners',
  'one-container',
  'resilience',
  'object-store',
] as const;

export type Part = (typeof PARTS)[number];
