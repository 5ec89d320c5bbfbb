/** The case studies of the demo. */

interface CaseStudy {
  readonly body: string;
  /** The name of a file in `pictures/`. `{detail}` in the text stands for its address. */
  readonly detail?: string;
  /** In the order of the gallery. */
  readonly pictures: readonly {
    /** The name of a file in `pictures/`. */
    readonly file: string;
    readonly alt: string;
    readonly caption: string;
  }[];
}

const TIDEWATCH: CaseStudy = {
  detail: 'tidewatch-detail.webp',
  pictures: [
    {
      file: 'tidewatch-phone.webp',
      alt: 'Tidewatch on two phones over drawn waves: one shows a trawler afloat on 5.0 meters of falling water and “Leave by 14:19”, the other a lock screen with the warning “Forty minutes left for Marigold”.',
      caption: 'The warning arrives before the water is gone.',
    },
  ],
  body: `## The problem

Porthgarrow dries out twice a day. A crew that misjudges the tide by ten minutes sleeps in the harbor. The printed table on the wall was right, but nobody read it with wet hands at five in the morning.

## What I built

Tidewatch answers one question: **can this boat leave now?** Everything else is one tap away.

- The draft of the boat is entered once.
- The curve is computed on the phone, so it works offline for three days.
- A warning comes forty minutes before the water is too low.

![Seven tide curves, one for each day of a week at Porthgarrow, stacked like hills, with an orange block on each wherever the water is too low for the boat Marigold.]({detail} "Each day is a hill, so a week fits on one screen.")

## The curve

Harmonic constants give the height at any time. Twelve of them are enough for a harbor:

\`\`\`ts
function heightAt(time: number, constants: readonly Constant[]): number {
  return constants.reduce(
    (height, { amplitude, speed, phase }) =>
      height + amplitude * Math.cos(speed * time - phase),
    0,
  );
}
\`\`\`

| Harbor | Constants | Largest error |
| --- | ---: | ---: |
| Porthgarrow | 12 | 4 cm |
| St Elwin | 12 | 6 cm |
| Low Quay | 23 | 3 cm |

## What changed

In the first winter, fourteen boats used it. Two crews stopped setting an alarm.[^1]

[^1]: The harbor master still keeps the printed table, and so do I.
`,
};

const NIGHT_BUS: CaseStudy = {
  detail: 'night-bus-detail.webp',
  pictures: [
    {
      file: 'night-bus-phone.webp',
      alt: 'Night Bus on a phone, with a map to the stop and “Set off in four minutes”, and on a round watch that counts the same four minutes, both on amber.',
      caption: 'The same four minutes on a phone and on a watch.',
    },
  ],
  body: `## A timetable that tells the truth

The 00:38 has never left at 00:38. I wrote down its departures for 412 nights, and the pattern was so steady that a forecast beat the timetable every time.

![A chart with one dot for each of 412 nights shows that the 00:38 bus mostly leaves around 00:47, never on time, and 22 times in 100 after 00:49.]({detail} "412 nights of one bus.")

## How it decides

1. Take the delays of the same weekday in the last eight weeks.
2. Drop the worst twentieth, which are accidents.
3. Show the time that was enough on **nine nights of ten**.

> The best forecast is one that lets you finish your drink.

- [x] Works without a connection
- [x] Vibrates on the watch
- [ ] Knows about New Year's Eve
`,
};

const PATTERN_ROOM: CaseStudy = {
  pictures: [
    {
      file: 'pattern-room-detail.webp',
      alt: 'The lozenge twill so close that every twisted thread shows, with one crossing framed and labeled “end 13, pick 9, wool over madder”.',
      caption: 'Every crossing has an address.',
    },
    {
      file: 'pattern-room-phone.webp',
      alt: 'A fringed red and cream woven scarf on a table beside a phone that counts 214 of 480 picks and shows which four of the loom’s eight shafts to lift next.',
      caption: 'The phone counts, so the weaver can listen to the radio.',
    },
  ],
  body: `## Code that becomes cloth

A weaving draft is a small program: threads are the input, treadles the loop. Pattern Room lets weavers write it down and see the cloth before a single thread is tied.

\`\`\`text
repeat 6 { 1 2 3 4 3 2 }
\`\`\`
`,
};

/** By the title of the project. */
export const CASE_STUDIES: Readonly<Record<string, CaseStudy>> = {
  Tidewatch: TIDEWATCH,
  'Night Bus': NIGHT_BUS,
  'Pattern Room': PATTERN_ROOM,
};
