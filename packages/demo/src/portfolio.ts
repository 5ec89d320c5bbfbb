/** The portfolio of somebody who does not exist. */

export const OWNER = {
  fullName: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'vitrine-demo',
};

export const PROFILE = {
  phone: '+44 20 7946 0018',
  aboutMe:
    'I make software that explains itself. Ten years between design systems and databases have taught me that the two are the same craft: deciding what to leave out. Lately I build small tools for people who work with numbers.',
  portfolioURL: 'https://ada.example.com',
  githubURL: 'https://github.com/ada-example',
  linkedInURL: 'https://www.linkedin.com/in/ada-example',
  instagramURL: 'https://www.instagram.com/ada.example',
  twitterURL: 'https://x.com/ada_example',
  facebookURL: '',
};

export const RESUME = [
  'Ada Lovelace',
  'Software engineer, London',
  '',
  'Principal engineer, Analytical Company, since 2021',
  'Leads the team behind a data notebook that 4,000 analysts open every morning.',
  '',
  'Design engineer, Loom and Bloom, 2017 to 2021',
  'Built the design system and the pattern editor, from the first sketch to the loom.',
  '',
  'Front-end developer, Harbour Studio, 2014 to 2017',
  'Shipped thirty sites for museums, ports and a lighthouse.',
  '',
  'TypeScript, React, PostgreSQL, typography.',
];

type Colour = readonly [number, number, number];

export const PROJECTS = [
  {
    title: 'Tidewatch',
    description:
      'Shows the tide at 900 harbours. Warns a fishing crew before the water is too low to leave. Works without a network for three days.',
    technologies: 'TypeScript, React, PostgreSQL, Service workers',
    stack: 'Full Stack',
    deployed: 'Yes',
    gitRepoLink: 'https://github.com/ada-example/tidewatch',
    projectLink: 'https://tidewatch.example.com',
    from: [24, 58, 70],
    to: [214, 161, 92],
  },
  {
    title: 'Field Notes',
    description:
      'A notebook for botanists. Finds a plant by the shape of its leaf. Prints a herbarium sheet that fits the drawer.',
    technologies: 'Next.js, Prisma, Leaflet',
    stack: 'Next.JS',
    deployed: 'Yes',
    gitRepoLink: 'https://github.com/ada-example/field-notes',
    projectLink: 'https://fieldnotes.example.com',
    from: [226, 214, 190],
    to: [96, 122, 82],
  },
  {
    title: 'Ledgerline',
    description:
      'Bookkeeping for choirs and other small societies. Reads the bank’s statement. Writes the treasurer’s report.',
    technologies: 'MongoDB, Express, React, Node.js',
    stack: 'Mern',
    deployed: 'No',
    gitRepoLink: 'https://github.com/ada-example/ledgerline',
    projectLink: '',
    from: [44, 36, 56],
    to: [182, 104, 122],
  },
  {
    title: 'Slow Radio',
    description:
      'Plays one long recording of a place each evening. No skip button. Remembers where you fell asleep.',
    technologies: 'React, Web Audio, HLS',
    stack: 'React.JS',
    deployed: 'Yes',
    gitRepoLink: 'https://github.com/ada-example/slow-radio',
    projectLink: 'https://slowradio.example.com',
    from: [30, 34, 48],
    to: [92, 112, 150],
  },
  {
    title: 'Pattern Room',
    description:
      'Draws weaving patterns as code. Shows the cloth while you type. Sends the draft to the loom.',
    technologies: 'TypeScript, Canvas, WebSerial',
    stack: 'Full Stack',
    deployed: 'Yes',
    gitRepoLink: 'https://github.com/ada-example/pattern-room',
    projectLink: 'https://patternroom.example.com',
    from: [204, 122, 84],
    to: [120, 50, 48],
  },
  {
    title: 'Night Bus',
    description:
      'Tells when the last bus home really leaves. Learns from 40,000 late departures. Fits on a watch.',
    technologies: 'Angular, Express, MongoDB',
    stack: 'Mean',
    deployed: 'No',
    gitRepoLink: 'https://github.com/ada-example/night-bus',
    projectLink: '',
    from: [22, 30, 52],
    to: [226, 178, 88],
  },
  {
    title: 'Marginalia',
    description:
      'Collects what you underlined in books. Finds the sentence you half remember. Exports to plain text.',
    technologies: 'Next.js, SQLite, Tesseract',
    stack: 'Next.JS',
    deployed: 'Yes',
    gitRepoLink: 'https://github.com/ada-example/marginalia',
    projectLink: 'https://marginalia.example.com',
    from: [240, 232, 214],
    to: [150, 84, 62],
  },
  {
    title: 'Quorum',
    description:
      'Helps a meeting decide. Everybody ranks in silence. The result says how sure it is.',
    technologies: 'React, WebSocket, Redis',
    stack: 'React.JS',
    deployed: 'Yes',
    gitRepoLink: 'https://github.com/ada-example/quorum',
    projectLink: 'https://quorum.example.com',
    from: [28, 92, 88],
    to: [186, 214, 196],
  },
] satisfies (Record<string, unknown> & { from: Colour; to: Colour })[];

export const SKILLS = [
  ['TypeScript', 94, '#2f6f9f'],
  ['React.JS', 91, '#2a8c9a'],
  ['PostgreSQL', 84, '#35607f'],
  ['Node.js', 88, '#4a7a3c'],
  ['CSS', 90, '#6a4f8f'],
  ['Accessibility', 82, '#1f6f5c'],
  ['Typography', 79, '#8a5a2b'],
  ['Testing', 86, '#7a3b4a'],
  ['Data modelling', 81, '#4d5b2e'],
  ['Design systems', 87, '#9a4f3c'],
  ['Rust', 46, '#8c4a20'],
  ['Public speaking', 63, '#5a5a6e'],
] as const;

export const APPLICATIONS = [
  ['Figma', '#a0522d'],
  ['Visual Studio Code', '#2f6f9f'],
  ['Postico', '#35607f'],
  ['Blender', '#b8682a'],
  ['Insomnia', '#5a4a8a'],
  ['Android Studio', '#4a7a3c'],
  ['Glyphs', '#3a3a3a'],
  ['Affinity Designer', '#2a7f8c'],
  ['Raycast', '#a33b3b'],
  ['Obsidian', '#584a7a'],
] as const;

export const TIMELINE = [
  {
    title: 'Principal engineer, Analytical Company',
    description: 'Leads the team behind a data notebook that 4,000 analysts open every morning.',
    from: 2021,
    to: null,
  },
  {
    title: 'Design engineer, Loom and Bloom',
    description:
      'Built the design system and the pattern editor, from the first sketch to the loom.',
    from: 2017,
    to: 2021,
  },
  {
    title: 'Speaker, small conferences',
    description: 'Talks about typography in tables, and about leaving things out.',
    from: 2016,
    to: null,
  },
  {
    title: 'Front-end developer, Harbour Studio',
    description: 'Shipped thirty sites for museums, ports and a lighthouse.',
    from: 2014,
    to: 2017,
  },
  {
    title: 'MSc Human-computer interaction, London',
    description: 'Thesis on how people read numbers that change.',
    from: 2012,
    to: 2014,
  },
  {
    title: 'BSc Mathematics, Cambridge',
    description: 'Algebra in the morning, the student newspaper’s layout at night.',
    from: 2009,
    to: 2012,
  },
];

/** Name, subject, message; newest last. */
export const MESSAGES = [
  [
    'Mary Somerville',
    'Your talk in Leeds',
    'I was in the third row. The part about tables has changed how our team writes reports. Are the slides anywhere?',
  ],
  [
    'Charles Wheatstone',
    'A small job',
    'We need someone to look at a dashboard that nobody opens. Two weeks, perhaps three. Would you have time in spring?',
  ],
  [
    'Fanny Hensel',
    'Slow Radio',
    'I fall asleep to the harbour recording every night. Thank you for not adding a skip button.',
  ],
  [
    'Michael Faraday',
    'Lecture for schools',
    'We run evening lectures for pupils. Would you show them how a computer draws cloth?',
  ],
  ['Annabella Byron', 'Lunch', 'You have not answered your phone. Sunday, one o’clock.'],
  [
    'Augustus De Morgan',
    'A mistake in Ledgerline',
    'The report rounds half pennies up. Our auditor noticed. Steps to see it: import the March statement, open the report, look at the last line.',
  ],
  [
    'Harriet Taylor',
    'Interview',
    'I write about people who make small software. Could we talk for half an hour next week?',
  ],
  [
    'John Crosse',
    'Hiring',
    'We are looking for a design engineer with a mind for data. I thought of you at once.',
  ],
  [
    'Caroline Herschel',
    'Night Bus',
    'It was right three nights in a row. When will it know the trams as well?',
  ],
  [
    'William King',
    'Photographs',
    'Here are the pictures from the harbour, as promised. Use whichever you like.',
  ],
  [
    'Mary Anning',
    'Field Notes and fossils',
    'Would it be hard to teach it ammonites? I have about two thousand labelled drawings.',
  ],
  [
    'Ernestine Rose',
    'Quorum in our society',
    'Forty members voted in eleven minutes. The old way took an evening. A line on how the certainty is computed would help the sceptics.',
  ],
  [
    'George Boole',
    'Either or',
    'Is the portfolio open source, or only the tools, or neither? I would like to learn from it.',
  ],
  [
    'Jane Marcet',
    'A book',
    'I am collecting conversations with engineers for a book for beginners. May I send you six questions?',
  ],
  [
    'Sophia Frend',
    'Thank you',
    'Marginalia found the sentence I had been looking for since school. That is all I wanted to say.',
  ],
] as const;
