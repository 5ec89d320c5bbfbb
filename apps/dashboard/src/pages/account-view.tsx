import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { type Capability, useCan } from '../api/capabilities.ts';
import { useFormKey } from '../components/form/unsaved-changes.ts';
import { HistoryButton } from '../components/history/history-button.tsx';
import { PageHeading } from '../components/page/page-heading.tsx';
import { SectionLinks } from '../components/page/section-links.tsx';
import { KeyboardSettings } from '../components/shortcuts/keyboard-settings.tsx';
import { hasAddressesQuery } from '../features/address/address-queries.ts';
import { AddressSection } from '../features/address/address-section.tsx';
import { BackupSection } from '../features/backup/backup-section.tsx';
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
  const { user } = useSession();
  const can = useCan();
  const [search] = useSearchParams();
  const formKey = useFormKey();
  const { data: hasAddresses } = useQuery({ ...hasAddressesQuery, enabled: can.security });
  if (!user) return <AccountSkeleton />;
  const sections = SECTIONS.filter((one) => {
    const { needs } = SECTION_VIEWS[one];
    return one === 'addresses' ? hasAddresses : !needs || can[needs];
  });
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
            {can.history && section === 'update-profile' && (
              <HistoryButton noun="profile" id={user._id} title={user.fullName} />
            )}
          </div>
          <Fragment key={formKey}>{content(user)}</Fragment>
        </section>
      </div>
    </div>
  );
}

interface SectionView {
  readonly name: string;
  readonly title: string;
  readonly needs?: Capability;
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
    needs: 'security',
    content: () => <SecuritySection />,
  },
  sessions: {
    name: 'Sessions',
    title: "Where you're signed in",
    needs: 'security',
    content: () => <SessionList />,
  },
  addresses: {
    name: 'Addresses',
    title: 'Addresses',
    content: () => <AddressSection />,
  },
  backup: {
    name: 'Backup',
    title: 'Back up and restore',
    needs: 'backup',
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

function UpdatePassword({ user: { email } }: { readonly user: User }) {
  return <PasswordForm email={email} access={useAccess(useCan().security)} />;
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
