import { FOLDERS } from '@vitrine/contract/options';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { API_URL } from '../api/call-api.ts';
import { PageHeading } from '../components/page-heading.tsx';
import { SectionLinks } from '../components/section-links.tsx';
import { MessageList } from '../features/message/message-list.tsx';
import { type Folder, useUnread } from '../features/message/message-queries.ts';
import { chosen, paths } from '../paths.ts';
import { Input } from '../ui/input.tsx';

/** What visitors wrote. Where the host sorts it, there are folders and a search. */
export function MessagesView() {
  const [address, setAddress] = useSearchParams();
  const folder = chosen(FOLDERS, address.get('folder'));
  const search = address.get('search') ?? '';
  const { unread, isKnown } = useUnread();
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
    <div className="mx-auto max-w-[724px]">
      <PageHeading title="Messages">What visitors wrote to you.</PageHeading>
      {hasFolders && (
        <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <SectionLinks
            label="Folders"
            links={FOLDERS.map((one) => ({
              to: paths.folder(one),
              name: NAMES[one],
              isCurrent: one === folder,
            }))}
          />
          <SearchField key={folder} words={search} onFind={find} />
        </div>
      )}
      <MessageList key={folder} folder={folder} search={search} />
    </div>
  );
}

const NAMES: Readonly<Record<Folder, string>> = {
  inbox: 'Inbox',
  spam: 'Spam',
  archived: 'Archived',
};

interface SearchFieldProps {
  readonly words: string;
  readonly onFind: (words: string) => void;
}

function SearchField({ words, onFind }: SearchFieldProps) {
  const timer = useRef<number>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(words);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address may have changed without anybody typing: by a link, or by going back.
  useEffect(() => {
    if (!input.current || words === asked.current) return;
    clearTimeout(timer.current);
    asked.current = words;
    input.current.value = words;
  }, [words]);
  return (
    <search className="relative w-full sm:w-60">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-[11px] left-3 size-4 text-ink-3"
      />
      <Input
        ref={input}
        type="search"
        aria-label="Search messages"
        placeholder="Search"
        defaultValue={words}
        maxLength={200}
        className="pl-9"
        onChange={({ target }) => {
          clearTimeout(timer.current);
          // While somebody types, the words are not whole yet.
          timer.current = window.setTimeout(() => {
            asked.current = target.value.trim();
            onFind(asked.current);
          }, 250);
        }}
      />
    </search>
  );
}
