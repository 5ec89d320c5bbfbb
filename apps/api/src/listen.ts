import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { type Config, ConfigError } from './config.ts';

/**
 * Binds the port of the settings, or any free one for PORT=0, without serving requests yet. Fails
 * with a `ConfigError` that names the setting to change.
 */
export async function bindPort(config: Config): Promise<Server> {
  const { host, port } = config;
  const socket = createServer().listen({ host, port });
  await once(socket, 'listening').catch((error) => {
    throw explainListenError(error, config);
  });
  return socket;
}

export function explainListenError(
  error: NodeJS.ErrnoException,
  { host, port, inheritedSocket }: Config,
): Error {
  if (error.syscall === undefined) return error;
  if (inheritedSocket !== undefined)
    return new ConfigError(
      'LISTEN_FDS: the socket cannot be used. Set ListenStream to an address and a port',
    );
  if (error.code === 'EADDRINUSE')
    return new ConfigError(`PORT: another program uses port ${port}`);
  if (error.code === 'EACCES')
    return new ConfigError(`PORT: this user cannot use port ${port}. Choose one above 1023`);
  return new ConfigError(
    `HOST: ${host} is not an address of this machine (${error.code}). Remove it, or set 0.0.0.0 to listen on all addresses`,
  );
}
