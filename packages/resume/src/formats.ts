import type { ResumeFormat } from '@vitrine/contract/options';

export const FORMAT_NAMES: Readonly<Record<ResumeFormat, string>> = {
  pdf: 'PDF',
  docx: 'DOCX',
  json: 'JSON Resume',
  txt: 'TXT',
};

export const FORMAT_TYPES: Readonly<Record<ResumeFormat, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
};
