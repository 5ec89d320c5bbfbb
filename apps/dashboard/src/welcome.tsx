import './welcome.css';

/** Holds the place of the dashboard and says where the service can be tried. */
export function Welcome() {
  return (
    <main>
      <h1>Vitrine</h1>
      <p>
        The service runs. Its calls are described in the <a href="/api/v1/docs">API reference</a>.
      </p>
    </main>
  );
}
