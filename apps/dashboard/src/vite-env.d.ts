interface ImportMetaEnv {
  /** Another host that answers the same calls, like https://api.example.com */
  readonly VITE_API_URL?: string;
}
