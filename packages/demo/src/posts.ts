/** The posts of the demo, newest first. */
import type { InputOf } from '@vitrine/contract/calls';
import type { routes } from '@vitrine/contract/routes';

interface DemoPost extends Omit<InputOf<typeof routes.post.add>, 'cover'> {
  /** The name of a file in `pictures/`. */
  readonly picture?: string;
}

const PRINTED_TABLE = `The table on the harbor wall at Porthgarrow is printed once a year, by a man called Tom, on paper that survives two winters. It has twelve columns and no explanation. When I first saw it, I thought it was the thing my software would replace.

It took two winters to understand that the table was not a worse version of my program. It was a better version of a question: *can this boat leave now?* Everything that I had added, the curve, the map, the forecast, made the answer harder to find with wet hands at five in the morning.[^gloves]

## What it leaves out

A tide table has a strict idea of its reader. She knows her boat and her harbor, so neither is named. She reads one row a day, so the days are far apart and the hours close together. The numbers are set in a face with old-style figures,[^face] because Tom likes them, and it turns out that he is right: a **4** that hangs below the line cannot be taken for a **9** by torchlight.

> Nobody reads a table. They look up one number, and they would like to be wrong less often.

I wrote down what the table did that Tidewatch did not:

1. It answers before it explains.
2. It says nothing that the crew already knows.
3. It is in the same place every day, at the height of the eyes.

## Copying it

The second version has the same twelve constants, and it throws most of its output away. The height of the water is a sum of waves, so the code is short enough to read in one breath:

\`\`\`ts
function heightAt(time: number, constants: readonly Constant[]): number {
  // Twelve waves are enough for a harbor.
  return constants.reduce(
    (height, { amplitude, speed, phase }) => height + amplitude * Math.cos(speed * time - phase),
    0,
  );
}
\`\`\`

What the screen shows is the result of \`heightAt\` compared with one number: the draft of the boat. If the water is higher, the screen says until when. If not, it says from when.

### Rounding is a promise

The constants are good to a few centimeters. A crew is good to a few minutes. So the time is rounded to the minute, and always to the safer side:

| Harbor | Constants | Largest error | Margin kept |
| --- | ---: | ---: | ---: |
| Porthgarrow | 12 | 4 cm | 6 min |
| St Elwin | 12 | 6 cm | 9 min |
| Low Quay | 23 | 3 cm | 4 min |

Nobody has ever complained that the harbor was open for longer than we said.[^wall]

---

The printed table still hangs on the wall. I look at it whenever I want to add something.

[^gloves]: I tried it with gloves, a bucket and a phone. The bucket won.
[^face]: Georgia, of all things. He has had the file since 1998 and sees no reason to open another one.
[^wall]: The harbor master keeps the printed table, and so do I.
`;

export const POSTS: readonly DemoPost[] = [
  {
    title: 'What the printed table knew',
    date: '2026-05-12',
    tags: ['Tables', 'Typography', 'Tidewatch'],
    summary:
      'For two winters I tried to replace a sheet of paper on a harbor wall. Then I started to copy it.',
    body: PRINTED_TABLE,
  },
  {
    title: 'One number, one screen',
    date: '2026-02-03',
    tags: ['Tidewatch'],
    summary: 'Why the first release of Tidewatch had no chart at all.',
    picture: 'tidewatch-detail.webp',
    coverAlt: 'A week of tide curves with the hours that are too low marked in orange.',
    body: `The first release of [Tidewatch](/projects/tidewatch) had one screen, and the screen had one number on it: the time until which you can leave.

A chart would have been easier to sell. Everyone I asked wanted one, and everyone I watched looked past it. They looked for the end of the orange part, held a finger to the glass, and read the time below it. So I drew the time, and left the finger out.

## What I learned

- A chart is a question. A crew at five in the morning has one already.
- People forgive a wrong minute when they can see how it was rounded.
- The chart came back in the third release, one tap away, for the evenings.
`,
  },
  {
    title: 'Read your release notes aloud',
    date: '2025-10-21',
    tags: ['Words'],
    summary: 'A test for clarity that needs no tool, only a door that closes.',
    body: `Close the door. Read your release notes aloud, to nobody, at the speed of the news.

You will hear three things. The sentence that starts with its reason stumbles. The sentence with two ideas needs a breath in the middle. And the one that says *various improvements* makes you ashamed, even alone.

Cut the first, split the second, and delete the third. It takes six minutes.
`,
  },
  {
    title: 'How a choir counts its money',
    date: '2025-06-30',
    tags: ['Ledgerline', 'Research'],
    summary: 'Notes from eleven treasurers, nine of them with a shoebox.',
    body: `I visited eleven treasurers of choirs before I wrote a line of [Ledgerline](/projects/ledgerline). Nine of them keep a shoebox, and all nine apologized for it.

The shoebox is a good database. It is sorted by time, it never loses a receipt, and two people can look into it at once. What it lacks is a report for the annual meeting, which takes a treasurer two evenings and a bottle of wine.

So Ledgerline writes the report, and leaves the box where it is.
`,
  },
];
