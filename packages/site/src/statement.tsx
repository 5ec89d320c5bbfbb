import { usePage } from './page-context.ts';

interface StatementProps {
  readonly text: string;
  /** Whether screen readers announce it. */
  readonly isStatus?: boolean;
}

/** All that a page says, and the way home. */
export function Statement({ text, isStatus = false }: StatementProps) {
  const { words, href } = usePage();
  return (
    <div>
      <p className="lead" role={isStatus ? 'status' : undefined}>
        {text}
      </p>
      <p>
        <a className="primary" href={href('/')}>
          {words.home}
        </a>
      </p>
    </div>
  );
}
