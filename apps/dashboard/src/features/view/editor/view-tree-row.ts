/** The columns of a row of the tree: handle, page, name, count and resume. */
export const TREE_ROW =
  'grid grid-cols-[24px_auto_minmax(0,1fr)_auto_40px] items-center gap-x-2 pr-2 pl-1';
