import type { ProfileContent } from '@vitrine/contract/public';

type WhoProps = Pick<ProfileContent, 'headline' | 'location'> &
  Partial<Pick<ProfileContent, 'pronouns'>>;

/** What the owner does, and below it where. Each part is there only if the profile has it. */
export function Who({ headline, location, pronouns = '' }: WhoProps) {
  return (
    <>
      {headline && <p className="headline p-job-title">{headline}</p>}
      {(location || pronouns) && (
        <ul className="basics">
          {location && <li className="p-locality">{location}</li>}
          {pronouns && <li className="p-pronouns">{pronouns}</li>}
        </ul>
      )}
    </>
  );
}
