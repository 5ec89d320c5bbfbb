import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';

/** What a view is, before there is one. */
export function NoViews() {
  return (
    <Card className="grid justify-items-center gap-5 px-6 py-12 text-center sm:py-16">
      <Drawing />
      <div className="grid gap-3">
        <h2 className="text-[1.75rem] leading-tight text-balance">
          Show one reader the right work
        </h2>
        <p className="max-w-[56ch] text-pretty text-ink-2">
          A view is a selection of your portfolio for one reader: the projects that matter to them,
          a note from you, and a resume to match. It has its own private link, which you can end at
          any time.
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button asChild>
          <Link to={paths.newView}>
            <Plus aria-hidden="true" />
            New view
          </Link>
        </Button>
        <Button asChild variant="outline">
          <Link to={paths.view('messages')}>Start from a message</Link>
        </Button>
      </div>
    </Card>
  );
}

/** Some of a page become a page of their own. */
function Drawing() {
  return (
    <svg viewBox="0 0 264 132" aria-hidden="true" fill="none" className="w-66 max-w-full">
      <rect x="4.5" y="12.5" width="92" height="108" rx="6" className="fill-card stroke-line-2" />
      <path
        d="M14 22h42v7h-42zM14 38h33v22h-33zM53 66h33v22h-33zM14 94h33v16h-33zM53 94h33v16h-33z"
        className="fill-line"
      />
      <path d="M53 38h33v22h-33zM14 66h33v22h-33z" className="fill-accent" />
      <path
        d="M108 66h40m-7-6 7 6-7 6"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-accent"
      />
      <rect
        x="160.5"
        y="12.5"
        width="92"
        height="108"
        rx="6"
        className="fill-accent-soft stroke-accent"
      />
      <path d="M170 22h52v7h-52zM170 52h72v26h-72zM170 84h72v26h-72z" className="fill-accent" />
      <path
        d="M170 37h72M170 43h56"
        strokeWidth="2"
        strokeLinecap="round"
        className="stroke-accent"
      />
    </svg>
  );
}
