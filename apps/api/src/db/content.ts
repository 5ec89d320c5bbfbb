/** The columns of a row and their values, as `to_jsonb` returns them. */
export type Content = Readonly<Record<string, Json>>;

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };
