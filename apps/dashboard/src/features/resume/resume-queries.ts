import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { type ApiResponse, callApi } from '../../api/call-api.ts';

/** The settings, and what can be on the resume. */
export type ResumeData = ApiResponse<typeof routes.resume.get>;

export type Settings = ResumeData['settings'];

export type Choice = ResumeData['choices'][number];

export type MachineCheck = ApiResponse<typeof routes.resume.check>;

export const resumeQuery = queryOptions({
  queryKey: ['resume'],
  queryFn: ({ signal }) => callApi(routes.resume.get, { signal }),
  // The content can have changed in any other view.
  staleTime: 0,
});

/** The last result stays on the screen until the next one is there. */
const REDRAWN = {
  placeholderData: keepPreviousData,
  staleTime: 0,
  gcTime: 60_000,
  meta: { quiet: true },
};

/** The pages of the resume. */
export function pagesQuery(settings: Settings) {
  return queryOptions({
    ...REDRAWN,
    queryKey: ['resume-preview', keyOf(settings)],
    queryFn: ({ signal }) => callApi(routes.resume.preview, { body: settings, signal }),
  });
}

/** What a program reads in the PDF. */
export function checkQuery(settings: Settings) {
  return queryOptions({
    ...REDRAWN,
    queryKey: ['resume-check', keyOf(settings)],
    queryFn: ({ signal }) => callApi(routes.resume.check, { body: settings, signal }),
  });
}

/** The files on the site that cannot be made with these settings, once they are saved. */
export function failuresQuery(settings: Settings) {
  return queryOptions({
    ...REDRAWN,
    queryKey: ['resume-failures', JSON.stringify(settings)],
    queryFn: ({ signal }) => callApi(routes.resume.failures, { signal }),
  });
}

/** Where the resume is published does not change its pages. */
function keyOf({ published: _published, source: _source, ...drawn }: Settings): string {
  return JSON.stringify(drawn);
}
