import { FOLDERS } from '@vitrine/contract/options';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useCan } from '../api/capabilities.ts';
import { SearchField } from '../components/list/search-field.tsx';
import { PageHeading } from '../components/page/page-heading.tsx';
import { SectionLinks } from '../components/page/section-links.tsx';
import { MessageList } from '../features/message/message-list.tsx';
import { type Folder, useUnread, useUnreadByFolder } from '../features/message/message-queries.ts';
import { optionOrFirst, paths } from '../paths.ts';

/** Visitors' messages, with folders and a search if the host supports them. */
export function MessagesView() {
  const [urlParams, setUrlParams] = useSearchParams();
  const folder = optionOrFirst(FOLDERS, urlParams.get('folder'));
  const search = urlParams.get('search') ?? '';
  const openId = urlParams.get('message') ?? undefined;
  const { unread, isKnown } = useUnread();
  const counts = useUnreadByFolder();
  const searchField = useRef<HTMLInputElement>(null);
  const hasFailed = isKnown && unread === undefined;
  const hasFolders = useCan().folders && !hasFailed;

  function find(query: string) {
    setUrlParams(
      {
        view: 'messages',
        ...(folder !== 'inbox' && { folder }),
        ...(query !== '' && { search: query }),
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <div className="group/view">
      <PageHeading title="Messages" />
      {hasFolders && (
        <div className="mb-3.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <SectionLinks
            label="Folders"
            // Counts make the links wider, so hide the links until the counts are known.
            className={isKnown ? '' : 'invisible'}
            links={FOLDER_ORDER.map((one) => ({
              to: paths.folder(one),
              name: FOLDER_NAMES[one],
              isCurrent: one === folder,
              unread: counts?.[one],
            }))}
          />
          <SearchField
            key={folder}
            label="Search messages"
            input={searchField}
            query={search}
            onSearch={find}
          />
        </div>
      )}
      <MessageList
        key={`${folder} ${openId}`}
        folder={folder}
        search={search}
        openId={openId}
        searchField={searchField}
      />
    </div>
  );
}

const FOLDER_ORDER: readonly Folder[] = ['inbox', 'archived', 'spam'];

const FOLDER_NAMES: Readonly<Record<Folder, string>> = {
  inbox: 'Inbox',
  spam: 'Spam',
  archived: 'Archived',
};
