/** Resumes that together use every property of JSON Resume 1.0.0, and what is read from them. */
export interface Sample {
  readonly resume: object;
  /** The items, with some of their fields. */
  readonly items: readonly object[];
  readonly unsupported?: readonly string[];
}

const entry = (fields: object) => ({ kind: 'add-timeline', fields });
const profile = (fields: object) => ({ kind: 'update-profile', fields });
const skill = (title: string, category = '', proficiency = 50) => ({
  kind: 'add-skill',
  fields: { title, category, proficiency },
});
const project = (fields: object) => ({ kind: 'add-project', fields });
const spoken = (name: string, level: string) => ({ kind: 'add-language', fields: { name, level } });
const moreLink = (url: string, label: string) => ({ kind: 'add-link', fields: { url, label } });

export const SAMPLES: Readonly<Record<string, Sample>> = {
  'all basics': {
    resume: {
      basics: {
        name: 'Grace Hopper',
        label: 'Computer scientist',
        image: 'https://example.com/grace.png',
        email: 'grace@example.com',
        phone: '+1 555 0100',
        url: 'https://grace.example',
        summary: 'Wrote the first compiler.\n\nTaught many others.',
        location: {
          address: '1 Navy Yard',
          postalCode: '20374',
          city: 'Arlington',
          countryCode: 'US',
          region: 'Virginia',
        },
        profiles: [
          { network: 'GitHub', username: 'grace', url: 'https://github.com/grace' },
          { network: 'LinkedIn', username: 'grace' },
          { network: 'Twitter', username: 'grace', url: 'https://twitter.com/grace' },
          { network: 'Instagram', username: 'grace' },
          { network: 'Facebook', username: 'grace' },
          { network: 'Mastodon', username: '@grace', url: 'https://example.social/@grace' },
          { network: 'GitHub', username: 'navy', url: 'https://github.com/navy' },
          { network: 'Bulletin', username: 'grace', url: 'https://bulletin.example/grace' },
          { network: 'Unsafe', username: 'grace', url: 'javascript:alert(1)' },
          { network: 'Nameless', username: 'grace' },
        ],
      },
    },
    items: [
      profile({ fullName: 'Grace Hopper' }),
      profile({ headline: 'Computer scientist' }),
      profile({ location: 'Arlington, Virginia, United States' }),
      profile({ aboutMe: 'Wrote the first compiler.\n\nTaught many others.' }),
      profile({ phone: '+1 555 0100' }),
      profile({ portfolioURL: 'https://grace.example' }),
      profile({ githubURL: 'https://github.com/grace' }),
      profile({ linkedInURL: 'https://www.linkedin.com/in/grace' }),
      profile({ instagramURL: 'https://www.instagram.com/grace' }),
      profile({ twitterURL: 'https://twitter.com/grace' }),
      profile({ facebookURL: 'https://www.facebook.com/grace' }),
      moreLink('https://example.social/@grace', 'Mastodon'),
      moreLink('https://github.com/navy', 'GitHub'),
      moreLink('https://bulletin.example/grace', 'Bulletin'),
    ],
    unsupported: [
      ...['Picture', 'Address', 'Postal code', 'Link of the profile', 'Nameless profile'],
      'Email address',
    ],
  },
  'a job with every property': {
    resume: {
      work: [
        {
          name: 'Pied Piper',
          location: 'Palo Alto, CA',
          description: 'Awesome compression company',
          position: 'CEO',
          url: 'https://piedpiper.example',
          startDate: '2013-12-01',
          endDate: '2014-12-01',
          summary: 'Led the company.',
          highlights: ['Built an algorithm for artists', 'Won TechCrunch Disrupt'],
        },
      ],
    },
    items: [
      entry({
        kind: 'work',
        title: 'CEO',
        organization: 'Pied Piper',
        location: 'Palo Alto, CA',
        link: 'https://piedpiper.example',
        from: 2013,
        fromMonth: 12,
        to: 2014,
        toMonth: 12,
        description: 'Led the company.',
        highlights: ['Built an algorithm for artists', 'Won TechCrunch Disrupt'],
      }),
    ],
    unsupported: ['Description of CEO'],
  },
  'a job with a year only': {
    resume: { work: [{ name: 'Remington Rand', position: 'Engineer', startDate: '1950' }] },
    items: [
      entry({ title: 'Engineer', from: 1950, fromMonth: null, to: null, description: 'Engineer' }),
    ],
  },
  'several roles at one employer': {
    resume: {
      work: [
        { name: 'Acme', position: 'Lead', startDate: '2020-03', summary: 'Led.' },
        {
          name: 'Acme',
          position: 'Senior',
          startDate: '2018',
          endDate: '2020-02',
          summary: 'Did.',
        },
        {
          name: 'Acme',
          position: 'Junior',
          startDate: '2016',
          endDate: '2017',
          summary: 'Learned.',
        },
      ],
    },
    items: [
      entry({ title: 'Lead', to: null }),
      entry({ title: 'Senior', to: 2020, toMonth: 2 }),
      entry({ title: 'Junior', to: 2017, toMonth: null }),
    ],
  },
  'volunteering with every property': {
    resume: {
      volunteer: [
        {
          organization: 'CoderDojo',
          position: 'Teacher',
          url: 'https://coderdojo.example',
          startDate: '2012-01-01',
          endDate: '2013-01-01',
          summary: 'Taught children.',
          highlights: ['40 lessons'],
        },
      ],
    },
    items: [
      entry({
        kind: 'volunteering',
        title: 'Teacher',
        organization: 'CoderDojo',
        link: 'https://coderdojo.example',
        description: 'Taught children.',
        highlights: ['40 lessons'],
      }),
    ],
  },
  'education with every property': {
    resume: {
      education: [
        {
          institution: 'University of Oklahoma',
          url: 'https://ou.example',
          area: 'Mathematics',
          studyType: 'BSc',
          startDate: '2011-06-01',
          endDate: '2014-01-01',
          score: '4.0',
          courses: ['DB1101 - Basic SQL', 'CS2011 - Java'],
        },
      ],
    },
    items: [
      entry({
        kind: 'education',
        title: 'BSc Mathematics',
        organization: 'University of Oklahoma',
        link: 'https://ou.example',
        highlights: ['DB1101 - Basic SQL', 'CS2011 - Java'],
      }),
    ],
    unsupported: ['Score of BSc Mathematics'],
  },
  'education without a degree': {
    resume: { education: [{ institution: 'Vassar College', startDate: '1924', endDate: '1928' }] },
    items: [
      entry({ title: 'Vassar College', organization: 'Vassar College', from: 1924, to: 1928 }),
    ],
  },
  'awards with every property': {
    resume: {
      awards: [
        {
          title: 'Digital Compression Pioneer',
          date: '2014-11-01',
          awarder: 'Techcrunch',
          summary: 'There is no spoon.',
        },
      ],
    },
    items: [
      entry({
        kind: 'award',
        title: 'Digital Compression Pioneer',
        organization: 'Techcrunch',
        from: 2014,
        fromMonth: 11,
        to: 2014,
        toMonth: 11,
        description: 'There is no spoon.',
      }),
    ],
  },
  'certificates with every property': {
    resume: {
      certificates: [
        {
          name: 'Certified Kubernetes Administrator',
          date: '2021-11-07',
          url: 'https://cncf.example/cka',
          issuer: 'CNCF',
        },
      ],
    },
    items: [
      entry({
        kind: 'certificate',
        title: 'Certified Kubernetes Administrator',
        organization: 'CNCF',
        link: 'https://cncf.example/cka',
        to: 2021,
      }),
    ],
  },
  'publications with every property': {
    resume: {
      publications: [
        {
          name: 'Video compression for 3d media',
          publisher: 'Hooli',
          releaseDate: '2014-10-01',
          url: 'https://example.com/paper',
          summary: 'Innovative middle-out compression.',
        },
      ],
    },
    items: [
      {
        kind: 'add-publication',
        fields: {
          title: 'Video compression for 3d media',
          publishedOn: '2014-10',
          venue: 'Hooli',
          link: 'https://example.com/paper',
          abstract: 'Innovative middle-out compression.',
        },
      },
    ],
  },
  'skills with levels and keywords': {
    resume: {
      skills: [
        { name: 'Web development', level: 'Master', keywords: ['HTML', 'CSS', 'JavaScript'] },
        { name: 'Compression', level: 'Master', keywords: ['MPEG', 'MP4', 'GIF'] },
      ],
    },
    items: [
      skill('HTML', 'Web development'),
      skill('CSS', 'Web development'),
      skill('JavaScript', 'Web development'),
      skill('MPEG', 'Compression'),
      skill('MP4', 'Compression'),
      skill('GIF', 'Compression'),
    ],
    unsupported: ['Level of Web development', 'Level of Compression'],
  },
  'skills with names only, one of them twice': {
    resume: { skills: [{ name: 'COBOL' }, { name: 'cobol' }, { name: 'FORTRAN', keywords: [] }] },
    items: [skill('COBOL'), skill('FORTRAN')],
  },
  languages: {
    resume: {
      basics: {},
      languages: [
        { language: 'English', fluency: 'Native speaker' },
        { language: 'Deutsch', fluency: 'Muttersprache' },
        { language: 'français', fluency: 'b2, Intermédiaire supérieur' },
        { language: 'Dutch', fluency: 'Fluent', years: 4 },
        { language: 'Latin', fluency: 'Passable' },
        { language: 'english', fluency: 'Basic' },
        { language: '', fluency: 'Fluent' },
      ],
    },
    items: [
      spoken('English', 'native'),
      spoken('Deutsch', 'native'),
      spoken('français', 'B2'),
      spoken('Dutch', 'C1'),
      spoken('Latin', 'B1'),
    ],
    unsupported: ['Years of Dutch'],
  },
  interests: {
    resume: { basics: {}, interests: [{ name: 'Wildlife', keywords: ['Ferrets', 'Unicorns'] }] },
    items: [],
    unsupported: ['Interests'],
  },
  references: {
    resume: { basics: {}, references: [{ name: 'Erlich Bachman', reference: 'Good person.' }] },
    items: [],
    unsupported: ['References'],
  },
  'projects with every property': {
    resume: {
      projects: [
        {
          name: 'Miss Direction',
          description: 'A mapping engine that misguides you',
          highlights: ['Won award at AIHacks 2016', 'Built by all women team'],
          keywords: ['GoogleMaps', 'Chrome Extension'],
          startDate: '2016-08-24',
          endDate: '2016-08-24',
          url: 'https://missdirection.example',
          roles: ['Team lead', 'Designer'],
          entity: 'Smithsonian',
          type: 'application',
        },
      ],
    },
    items: [
      project({
        title: 'Miss Direction',
        description:
          'A mapping engine that misguides you\nWon award at AIHacks 2016\nBuilt by all women team',
        technologies: 'GoogleMaps, Chrome Extension',
        projectLink: 'https://missdirection.example',
        role: 'Team lead, Designer',
        startedOn: '2016-08',
        endedOn: '2016-08',
      }),
    ],
    unsupported: ['Entity of Miss Direction', 'Type of Miss Direction'],
  },
  'a project with a title only, and all of meta': {
    resume: {
      $schema: 'https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json',
      projects: [{ name: 'Notes' }],
      meta: {
        canonical: 'https://example.com/resume.json',
        version: 'v1.0.0',
        lastModified: '2017-12-24T15:53:00',
      },
    },
    items: [project({ title: 'Notes', description: '', startedOn: '' })],
  },
  'text in many scripts': {
    resume: {
      work: [
        {
          name: 'شركة',
          position: 'مهندسة برمجيات',
          startDate: '2019-02',
          summary: 'بناء الأنظمة.',
        },
        {
          name: '株式会社',
          position: 'エンジニア',
          startDate: '2017',
          endDate: '2018',
          summary: '開発 🚀',
        },
      ],
      skills: [{ name: '設計' }, { name: '👩‍💻' }],
    },
    items: [
      entry({ title: 'مهندسة برمجيات', organization: 'شركة' }),
      entry({ title: 'エンジニア', description: '開発 🚀' }),
      skill('設計'),
      skill('👩‍💻'),
    ],
  },
  'texts that are too long': {
    resume: {
      work: [
        {
          name: 'N'.repeat(200),
          position: `${'P'.repeat(118)}👩‍💻${'P'.repeat(80)}`,
          startDate: '2001',
          summary: 'S'.repeat(6000),
          highlights: Array.from({ length: 25 }, (_, index) => `${index} ${'h'.repeat(400)}`),
        },
      ],
    },
    items: [entry({ title: `${'P'.repeat(118)}…`, description: `${'S'.repeat(4999)}…` })],
  },
  'dates of every precision, and entries without one': {
    resume: {
      work: [
        {
          name: 'A',
          position: 'Day',
          startDate: '2011-02-28',
          endDate: '2012-03-31',
          summary: 'x',
        },
        { name: 'B', position: 'End only', endDate: '2012-03', summary: 'x' },
        { name: 'C', position: 'No date', summary: 'x' },
        { name: 'D', position: 'Backwards', startDate: '2012', endDate: '2011', summary: 'x' },
      ],
      awards: [{ title: 'Undated award' }],
    },
    items: [
      entry({ title: 'Day', from: 2011, fromMonth: 2, to: 2012, toMonth: 3 }),
      entry({ title: 'End only', from: 2012, fromMonth: 3, to: 2012, toMonth: 3 }),
    ],
    unsupported: [
      'No date, which has no date',
      'Backwards: Enter an end year that is not before the start year.',
      'Undated award, which has no date',
    ],
  },
  'properties beyond the standard': {
    resume: {
      basics: { name: 'Ada Lovelace', pronouns: 'she/her' },
      talks: [{ name: 'On engines' }],
      work: [{ name: 'E', position: 'Writer', startDate: '1999', summary: 'x', salary: 10 }],
    },
    items: [entry({ title: 'Writer' })],
    unsupported: ['Pronouns', 'Salary of Writer', 'Talks'],
  },
};
