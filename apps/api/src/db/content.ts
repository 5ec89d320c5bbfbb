/** The columns of a row and their values, as `to_jsonb` returns them. */
export type Content = Readonly<
  Record<string, string | number | boolean | readonly string[] | null>
>;
