import { RESUME_FORMATS } from '@vitrine/contract/options';
import { downloads } from '@vitrine/contract/routes';
import { FORMAT_TYPES } from '@vitrine/resume/formats';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ExpectedError } from '../../expected-error.ts';
import { API_PREFIX } from '../../http/register-route.ts';
import { makeOwnerResume, type OwnerResumeOptions } from './owner-resume.ts';
import type { ResumeSource } from './resume-routes.ts';

interface DownloadOptions extends OwnerResumeOptions {
  readonly read: (request: FastifyRequest) => Promise<ResumeSource>;
}

/** The owner's resume as a file, also in formats that are not on the site. */
export function resumeDownloadRoutes(
  app: FastifyInstance,
  { read, ...options }: DownloadOptions,
): void {
  const { method, path, access, scope } = downloads.resume;
  app.route<{ Params: { format: string } }>({
    method,
    url: `${API_PREFIX}${path}`,
    config: { access, scope },
    async handler(request, reply) {
      const format = RESUME_FORMATS.find((one) => one === request.params.format);
      if (!format)
        throw new ExpectedError(404, 'Choose one of these formats: pdf, docx, json, txt.');
      const { name, body } = await makeOwnerResume(format, await read(request), options);
      return reply
        .type(FORMAT_TYPES[format])
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .send(body);
    },
  });
}
