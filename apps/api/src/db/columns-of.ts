/**
 * One column for each field of an input; `Renamed` lists the fields whose column has another name.
 * An insert or update that `satisfies` it does not compile until every field of the contract is stored.
 */
export type ColumnsOf<
  Input,
  Renamed extends { readonly [Field in keyof Input]?: string } = Record<never, never>,
> = {
  [Field in keyof Input as Field extends keyof Renamed
    ? Renamed[Field] & string
    : Field]-?: unknown;
};
