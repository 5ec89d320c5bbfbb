import { Fragment, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { KeyboardSettings } from '../components/keyboard-settings.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { SectionLinks } from '../components/section-links.tsx';
import { useFormKey } from '../components/unsaved-changes.ts';
import { BackupSection } from '../features/backup/backup-section.tsx';
import { HistoryButton } from '../features/history/history-button.tsx';
import { PasswordForm } from '../features/profile/password-form.tsx';
import { ProfileForm } from '../features/profile/profile-form.tsx';
import { ProfilePreview } from '../features/profile/profile-preview.tsx';
import { SecuritySection } from '../features/security/security-section.tsx';
import { useAccess } from '../features/security/use-access.ts';
import { clearSession, type User, useSession } from '../features/session/session.ts';
import { SessionList } from '../features/session/session-list.tsx';
import { paths, SECTIONS, type Section } from '../paths.ts';
import { CardSkeleton, Skeleton } from '../ui/skeleton.tsx';

export function AccountView() {
  const { user, isOwnService } = useSession();
  const [search] = useSearchParams();
  const formKey = useFormKey();
  if (!user) return <AccountSkeleton />;
  const sections = SECTIONS.filter((one) => isOwnService || !OWN_SECTIONS.includes(one));
  const section = sections.find((one) => one === search.get('section')) ?? 'profile';
  const { title, content } = SECTION_VIEWS[section];
  return (
    <div className="mx-auto max-w-[960px]">
      <PageHeading title="Settings" />
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-[11rem_1fr]">
        <SectionLinks
          label="Settings"
          className="md:flex-col md:flex-nowrap"
          links={sections.map((one) => ({
            to: paths.section(one),
            name: SECTION_VIEWS[one].name,
            isCurrent: one === section,
          }))}
        />
        <section aria-labelledby="section" className="min-w-0">
          <div className="mb-5 flex flex-wrap items-center justify-between gap-2">
            <h2 id="section" className="text-xl">
              {title}
            </h2>
            {isOwnService && section === 'update-profile' && (
              <HistoryButton noun="profile" id={user._id} title={user.fullName} />
            )}
          </div>
          <Fragment key={formKey}>{content(user)}</Fragment>
        </section>
      </div>
    </div>
  );
}

/** Sections that only Vitrine's own service has. */
const OWN_SECTIONS: readonly Section[] = ['security', 'sessions', 'backup'];

interface SectionView {
  readonly name: string;
  readonly title: string;
  readonly content: (user: User) => ReactNode;
}

const SECTION_VIEWS: Readonly<Record<Section, SectionView>> = {
  profile: {
    name: 'Profile',
    title: 'Full Profile Preview',
    content: (user) => <ProfilePreview profile={user} />,
  },
  'update-profile': {
    name: 'Update Profile',
    title: 'Update Your Profile Here',
    content: (user) => <ProfileForm profile={user} />,
  },
  security: {
    name: 'Security',
    title: 'Security',
    content: () => <SecuritySection />,
  },
  sessions: {
    name: 'Sessions',
    title: "Where you're signed in",
    content: () => <SessionList />,
  },
  backup: {
    name: 'Backup',
    title: 'Back up and restore',
    content: () => <BackupSection onRestored={clearSession} />,
  },
  keyboard: {
    name: 'Keyboard',
    title: 'Keyboard shortcuts',
    content: () => <KeyboardSettings />,
  },
  'update-password': {
    name: 'Update Password',
    title: 'Update Your Dashboard Password',
    content: (user) => <UpdatePassword user={user} />,
  },
};

function UpdatePassword({ user: { email, showEmail } }: { readonly user: User }) {
  // Only Vitrine's own service has passkeys and tokens.
  return <PasswordForm email={email} access={useAccess(showEmail !== undefined)} />;
}

function AccountSkeleton() {
  return (
    <div aria-busy="true" className="mx-auto max-w-[960px]">
      <Skeleton className="mb-7 h-10 w-40" />
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-[11rem_1fr]">
        <Skeleton className="h-8 md:h-44" />
        <CardSkeleton rows={8} />
      </div>
    </div>
  );
}
