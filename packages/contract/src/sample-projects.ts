/** Content for an owner who has none yet. Drafts in the dashboard, and shown in previews of themes. */
export const SAMPLE_PROJECTS = [
  {
    title: 'A website for a bakery',
    summary: 'Opening hours, prices and directions, on one page.',
    description: 'Loads in a second. Can be edited by the staff. Prints as a price list.',
    role: 'Design and code',
    startedOn: '2026',
  },
  {
    title: 'Trees of our street',
    summary: 'A field guide to forty trees within ten minutes of home.',
    description: 'Names each tree. Shows its leaf and its bark. Fits into a coat pocket.',
    role: 'Text and drawings',
    startedOn: '2025',
  },
  {
    title: 'Before the ferry',
    summary: 'Portraits of commuters, taken in one minute each.',
    description: 'Sixty portraits. One harbor. All in the light before eight in the morning.',
    role: 'Photography',
    startedOn: '2025',
  },
  {
    title: 'How neighbors share tools',
    summary: 'What a year of lending drills and ladders taught one street.',
    description: 'Interviews with thirty households. A log of every loan. Advice for your street.',
    role: 'Research',
    startedOn: '2024',
  },
] as const;
