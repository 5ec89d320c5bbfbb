/**
 * `node --import redirect.ts` sends requests for Sigstore to the stand-in at $STAND_INS, so that npm and
 * the scripts of a release need no option for it.
 */
import http from 'node:http';
import https from 'node:https';

const { hostname, port } = new URL(process.env['STAND_INS'] ?? '');
const request = https.request;

Object.assign(https, {
  request(options: https.RequestOptions, ...rest: []) {
    if (!options.hostname?.endsWith('.sigstore.dev')) return request(options, ...rest);
    const { agent: _, ...others } = options;
    return http.request({ ...others, protocol: 'http:', host: hostname, hostname, port }, ...rest);
  },
});
