import about from '../package.json' with { type: 'json' };

/** Of the service. */
export const RELEASE = about.version;
