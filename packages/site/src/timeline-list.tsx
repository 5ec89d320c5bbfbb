import type { TimelineEntry } from '@vitrine/contract/timeline';
import { periodOfGroup, periodOfTimeline } from '@vitrine/resume/period';
import { usePage } from './page-context.ts';
import { Period } from './period.tsx';
import type { SitePortfolio } from './site.ts';
import { paragraphsOf } from './text.ts';

/** The entries of each group: several roles at one organization, or one entry alone. */
function findGroups({
  timeline,
  timelineGroups,
}: SitePortfolio): readonly (readonly TimelineEntry[])[] {
  const entries = new Map(timeline.map((entry) => [entry._id, entry]));
  return timelineGroups.map((group) => group.entries.flatMap((id) => entries.get(id) ?? []));
}

export function TimelineList() {
  const { portfolio } = usePage();
  return (
    <ol className="path">
      {findGroups(portfolio).map((group) => (
        <Group key={group[0]?._id} entries={group} />
      ))}
    </ol>
  );
}

function Group({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  const [first, ...others] = entries;
  if (!first) return null;
  const dates = periodOfGroup(entries);
  return (
    <li data-kind={first.kind} data-current={dates.to === undefined ? '' : undefined}>
      <p className="when">
        <Period dates={dates} />
      </p>
      <div className="what">
        {others.length > 0 ? (
          <>
            <h3>
              <Organization entry={first} />
            </h3>
            <Roles entries={entries} />
          </>
        ) : (
          <>
            <h3>
              <Title entry={first} />
            </h3>
            <EntryText entry={first} />
          </>
        )}
      </div>
    </li>
  );
}

function Roles({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  return (
    <ol className="roles">
      {entries.map((entry) => (
        <li key={entry._id} data-current={entry.timeline.to === null ? '' : undefined}>
          <h4>{entry.title}</h4>
          <p className="when">
            <Period dates={periodOfTimeline(entry)} />
          </p>
          <EntryText entry={entry} />
        </li>
      ))}
    </ol>
  );
}

/** As in `Design engineer, Loom and Bloom`. */
function Title({ entry }: { readonly entry: TimelineEntry }) {
  const { title, organization, link } = entry;
  if (organization === '') return link ? <a href={link}>{title}</a> : title;
  return (
    <>
      {title}, <Organization entry={entry} />
    </>
  );
}

function Organization({ entry: { organization, link } }: { readonly entry: TimelineEntry }) {
  return link ? <a href={link}>{organization}</a> : organization;
}

function EntryText({ entry }: { readonly entry: TimelineEntry }) {
  return (
    <>
      {paragraphsOf(entry.description).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {entry.highlights.length > 0 && (
        <ul>
          {entry.highlights.map((highlight) => (
            <li key={highlight}>{highlight}</li>
          ))}
        </ul>
      )}
    </>
  );
}
