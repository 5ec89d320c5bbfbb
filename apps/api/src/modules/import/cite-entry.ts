import type { NewPublication } from '@vitrine/contract/publication';
import { isDoi, stripDoi } from '@vitrine/contract/text-format';
import type { TimelineEntry } from '@vitrine/contract/timeline';
import { periodOfTimeline } from '@vitrine/resume/period';
import { Collector } from './collector.ts';

/** An entry of the timeline as a publication. A location has no field in it. */
export function citeEntry(entry: TimelineEntry): NewPublication | undefined {
  const { title, organization, description, highlights, link } = entry;
  const doi = stripDoi(link);
  const texts = [description === title ? '' : description, ...highlights];
  const collector = new Collector('json-resume');
  collector.addPublication({
    title,
    publishedOn: periodOfTimeline(entry).from,
    venue: organization,
    abstract: texts.filter(Boolean).join('\n'),
    ...(isDoi(doi) ? { doi } : { link }),
  });
  return collector.finish('', undefined).publications[0]?.fields;
}
