/** `npm run example:backend`: starts the example on this machine. README.md explains it. */
import { createServer } from 'node:http';
import { createBackend } from './backend.ts';
import { EMAIL, PASSWORD } from './portfolio.ts';

const { PORT = '4000', DASHBOARD_ORIGIN: dashboard = 'http://localhost:5173' } = process.env;
const origin = `http://localhost:${PORT}`;

const { handle } = createBackend({
  origin,
  dashboard,
  sendResetLink: (link) => console.log(`Email to the owner: set a new password at ${link}`),
});

createServer(handle).listen(Number(PORT), 'localhost', () =>
  console.log(`
  The example backend runs at ${origin}
  It answers the dashboard at ${dashboard}

  Email       ${EMAIL}
  Password    ${PASSWORD}
`),
);
