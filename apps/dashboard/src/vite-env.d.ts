interface ImportMetaEnv {
  /** Another host with the same API, such as https://api.example.com */
  readonly VITE_API_URL?: string;
}
