import type { ProfileContent } from '@vitrine/contract/public';

type WhoProps = Pick<ProfileContent, 'headline' | 'location'> &
  Partial<Pick<ProfileContent, 'pronouns'>>;

/** Themes can set a longer headline in smaller letters. */
const LONG = 60;

/** What the owner does, and below it where. Each part is there only if the profile has it. */
export function Who({ headline, location, pronouns = '' }: WhoProps) {
  if (!headline && !location && !pronouns) return null;
  return (
    <div className="who">
      {headline && (
        <p className="headline p-job-title" data-long={headline.length > LONG || undefined}>
          {headline}
        </p>
      )}
      {(location || pronouns) && (
        <ul className="basics">
          {location && <li className="p-locality">{location}</li>}
          {pronouns && <li className="p-pronouns">{pronouns}</li>}
        </ul>
      )}
    </div>
  );
}
