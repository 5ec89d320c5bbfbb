import type { TimelineEntry } from '@vitrine/contract/timeline';
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
      {findGroups(portfolio).flatMap((group) =>
        group.map((entry, index) => (
          <li
            key={entry._id}
            data-kind={entry.kind}
            data-current={entry.timeline.to === null ? '' : undefined}
            data-same-organization={index > 0 ? '' : undefined}
          >
            <p className="when">
              <Period entry={entry} />
            </p>
            <div className="what">
              <h3>{renderTitle(entry)}</h3>
              <EntryText entry={entry} />
            </div>
          </li>
        )),
      )}
    </ol>
  );
}

/** As in `Design engineer, Loom and Bloom`. */
function renderTitle({ title, organization, link }: TimelineEntry) {
  if (organization === '') return link ? <a href={link}>{title}</a> : title;
  return (
    <>
      {title}, {link ? <a href={link}>{organization}</a> : organization}
    </>
  );
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
