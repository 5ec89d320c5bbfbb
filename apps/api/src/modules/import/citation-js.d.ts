/** The packages have no types. What they return is validated with a schema. */
declare module '@citation-js/core' {
  interface Options {
    readonly forceType: string;
    readonly generateGraph: false;
  }
  export const plugins: {
    readonly input: {
      /** Converts an input to CSL-JSON. */
      chain(input: unknown, options: Options): unknown;
      /** Converts an input by one step, such as BibTeX to its entries. */
      chainLink(input: unknown, options: Options): unknown;
    };
  };
}
declare module '@citation-js/plugin-bibtex';
declare module '@citation-js/plugin-ris';
