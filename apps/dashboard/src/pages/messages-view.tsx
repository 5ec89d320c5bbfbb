import { FOLDERS } from '@vitrine/contract/options';
import { Search } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { API_URL } from '../api/call-api.ts';
import { PageHeading } from '../components/page-heading.tsx';
import { SectionLinks } from '../components/section-links.tsx';
import { MessageList } from '../features/message/message-list.tsx';
import { type Folder, useUnread, useUnreadByFolder } from '../features/message/message-queries.ts';
import { chosen, paths } from '../paths.ts';
import { Input } from '../ui/input.tsx';

/** What visitors wrote. Where the host sorts it, there are folders and a search. */
export function MessagesView() {
  const [address, setAddress] = useSearchParams();
  const folder = chosen(FOLDERS, address.get('folder'));
  const search = address.get('search') ?? '';
  const { unread, isKnown } = useUnread();
  const counts = useUnreadByFolder();
  const searchField = useRef<HTMLInputElement>(null);
  // Until it is known, our own service is taken at its word: nothing is to move when it answers.
  const hasFolders = unread !== undefined || (!isKnown && API_URL === '');

  function find(words: string) {
    setAddress(
      {
        view: 'messages',
        ...(folder !== 'inbox' && { folder }),
        ...(words !== '' && { search: words }),
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
            // Counts make a name wider: names are not shown before their counts are known.
            className={isKnown ? '' : 'invisible'}
            links={ORDER.map((one) => ({
              to: paths.folder(one),
              name: NAMES[one],
              isCurrent: one === folder,
              unread: counts?.[one],
            }))}
          />
          <SearchField key={folder} input={searchField} words={search} onFind={find} />
        </div>
      )}
      <MessageList key={folder} folder={folder} search={search} searchField={searchField} />
    </div>
  );
}

const ORDER: readonly Folder[] = ['inbox', 'archived', 'spam'];

const NAMES: Readonly<Record<Folder, string>> = {
  inbox: 'Inbox',
  spam: 'Spam',
  archived: 'Archived',
};

interface SearchFieldProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly words: string;
  readonly onFind: (words: string) => void;
}

function SearchField({ input, words, onFind }: SearchFieldProps) {
  const timer = useRef<number>(undefined);
  const asked = useRef(words);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address may have changed without anybody typing: by a link, or by going back.
  useEffect(() => {
    if (!input.current || words === asked.current) return;
    clearTimeout(timer.current);
    asked.current = words;
    input.current.value = words;
  }, [input, words]);
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
        defaultValue={words}
        maxLength={200}
        className="pl-9 sm:group-has-[[data-rows]:focus-within]/view:pr-10"
        onChange={({ target }) => {
          clearTimeout(timer.current);
          // While somebody types, the words are not whole yet.
          timer.current = window.setTimeout(() => {
            asked.current = target.value.trim();
            onFind(asked.current);
          }, 250);
        }}
      />
      {/* Shown where it works: on the rows. */}
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-2.5 right-2.5 hidden rounded-sm border border-line-2 bg-card px-1.5 font-sans text-xs text-ink-3 sm:group-has-[[data-rows]:focus-within]/view:block"
      >
        /
      </span>
    </search>
  );
}
