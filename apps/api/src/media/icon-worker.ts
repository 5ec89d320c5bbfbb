import { icons as logos } from '@iconify-json/logos';
import { icons as simpleIcons } from '@iconify-json/simple-icons';
import { answerRequests } from './answer-requests.ts';
import type { IconRequest } from './find-icons.ts';
import { createIconIndex } from './icon-index.ts';

const index = createIconIndex({ color: logos, ink: simpleIcons });

answerRequests((request: IconRequest) =>
  'name' in request ? index.find(request.name) : index.search(request),
);
