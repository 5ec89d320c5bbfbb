import { useQuery } from '@tanstack/react-query';
import type { routes } from '@vitrine/contract/routes';
import type { ApiResponse } from '../../api/call-api.ts';
import { QueryResult } from '../../components/query/query-result.tsx';
import { formatMoment } from '../../components/text/day.ts';
import { Card } from '../../ui/card.tsx';
import { Warning } from '../../ui/warning.tsx';
import { backupQuery } from './backup-query.ts';
import { capitalize, Fact, Facts, sizeOf } from './facts.tsx';

type Status = ApiResponse<typeof routes.backup.status>;

export function AutomaticBackupsCard() {
  const query = useQuery({ ...backupQuery, staleTime: 0 });
  return (
    <Card className="grid gap-3 p-5">
      <h3 className="text-base font-medium">Automatic backups</h3>
      <QueryResult isInCard query={query}>
        {(status) => (status.folder === null ? <Off /> : <Details status={status} />)}
      </QueryResult>
    </Card>
  );
}

function Off() {
  return (
    <p className="text-sm text-ink-2">
      Off. Set <code>BACKUP_DIR</code> on the server to a folder, and restart Vitrine. It then
      writes a backup to this folder every night.
    </p>
  );
}

function Details({
  status: { folder, last, drill, bucket, problems },
}: {
  readonly status: Status;
}) {
  return (
    <>
      {problems.map((problem) => (
        <Warning key={problem}>{problem}</Warning>
      ))}
      <p className="text-sm text-ink-2">
        Every night, Vitrine writes a backup to a folder on the server. It keeps the last 7, and one
        of each of the 4 weeks before.
        {bucket === null &&
          ' Copy the folder to another machine as well: if the server’s disk fails, the backups on it are lost too.'}
      </p>
      <p className="text-sm text-ink-2">
        Each backup then goes through a restore drill: Vitrine restores it beside your live data,
        compares it with what was backed up, and removes the copy.
      </p>
      <Facts>
        <Fact name="Last backup">
          {last
            ? `${capitalize(formatMoment(last.takenAt))} · ${sizeOf(last.size)}`
            : 'Within an hour'}
        </Fact>
        <Fact name="Last passed drill">{drill ? describeDrill(drill) : 'None yet'}</Fact>
        <Fact name="Folder">{folder}</Fact>
      </Facts>
    </>
  );
}

function describeDrill({ passedAt, rows, files, seconds }: NonNullable<Status['drill']>): string {
  return [
    capitalize(formatMoment(passedAt)),
    `${countOf(rows, 'row')} and ${countOf(files, 'media file')}`,
    `${Math.ceil(seconds)}\u00A0s`,
  ].join(' · ');
}

function countOf(number: number, noun: string): string {
  return `${number.toLocaleString()} ${noun}${number === 1 ? '' : 's'}`;
}
