import type { routes } from '@vitrine/contract/routes';
import type { Answer } from '../../api/call-api.ts';

export type Profile = Answer<typeof routes.user.me>['user'];
