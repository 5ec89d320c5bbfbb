/** The browser operations that the journey needs. Each engine uses a different protocol. */
export interface Browser {
  goto(url: string): Promise<void>;
  /** Runs a function body in the page and returns its JSON value. */
  evaluate(body: string): Promise<unknown>;
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  /** Chooses a file in a file input. */
  upload(selector: string, path: string): Promise<void>;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

export const VIEWPORT = { width: 1280, height: 900 };
