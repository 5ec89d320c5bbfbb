import { FOLDERS } from '@vitrine/contract/options';
import { Search } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { API_URL } from '../api/call-api.ts';
import { PageHeading } from '../components/page-heading.tsx';
import { SectionLinks } from '../components/section-links.tsx';
import { MessageList } from '../features/message/message-list.tsx';
import { type Folder, useUnread, useUnreadByFolder } from '../features/message/message-queries.ts';
import { optionOrFirst, paths } from '../paths.ts';
import { Input } from '../ui/input.tsx';

/** Visitors' messages, with folders and a search if the host supports them. */
export function MessagesView() {
  const [urlParams, setUrlParams] = useSearchParams();
  const folder = optionOrFirst(FOLDERS, urlParams.get('folder'));
  const search = urlParams.get('search') ?? '';
  const { unread, isKnown } = useUnread();
  const counts = useUnreadByFolder();
  const searchField = useRef<HTMLInputElement>(null);
  // Until the first response, assume that Vitrine's own service has folders, so that nothing moves.
  const hasFolders = unread !== undefined || (!isKnown && API_URL === '');

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
          <SearchField key={folder} input={searchField} query={search} onSearch={find} />
        </div>
      )}
      <MessageList key={folder} folder={folder} search={search} searchField={searchField} />
    </div>
  );
}

const FOLDER_ORDER: readonly Folder[] = ['inbox', 'archived', 'spam'];

const FOLDER_NAMES: Readonly<Record<Folder, string>> = {
  inbox: 'Inbox',
  spam: 'Spam',
  archived: 'Archived',
};

interface SearchFieldProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly query: string;
  readonly onSearch: (query: string) => void;
}

function SearchField({ input, query, onSearch }: SearchFieldProps) {
  const timer = useRef<number>(undefined);
  const lastQuery = useRef(query);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Follow changes of the URL that did not come from typing, such as a link or Back.
  useEffect(() => {
    if (!input.current || query === lastQuery.current) return;
    clearTimeout(timer.current);
    lastQuery.current = query;
    input.current.value = query;
  }, [input, query]);
  return (
    <search className="relative min-w-0 max-lg:flex-1 max-sm:w-full max-sm:flex-none lg:w-65">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-[11px] left-3 size-4 text-ink-3"
      />
      <Input
        ref={input}
        type="search"
        aria-label="Search messages"
        placeholder="Search messages"
        aria-keyshortcuts="/"
        defaultValue={query}
        maxLength={200}
        className="pl-9 sm:group-has-[[data-rows]:focus-within]/view:pr-10"
        onChange={({ target }) => {
          clearTimeout(timer.current);
          // Wait for a pause in typing.
          timer.current = window.setTimeout(() => {
            lastQuery.current = target.value.trim();
            onSearch(lastQuery.current);
          }, 250);
        }}
      />
      {/* The / shortcut works, and is shown, while the focus is in the list. */}
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-2.5 right-2.5 hidden rounded-sm border border-line-2 bg-card px-1.5 font-sans text-xs text-ink-3 sm:group-has-[[data-rows]:focus-within]/view:block"
      >
        /
      </span>
    </search>
  );
}
