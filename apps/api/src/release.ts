import about from '../package.json' with { type: 'json' };

/** The version of the service. */
export const RELEASE = about.version;
