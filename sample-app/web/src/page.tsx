import { useEffect, useState } from 'react';
import { RestaurantList } from './list/restaurant-list.js';
import { type ListDescription, askForDescription } from './server.js';

/** The page: its heading at once, and the list as soon as the server has described it. */
export function Page() {
  const [description, setDescription] = useState<ListDescription>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    askForDescription().then(setDescription, (error: unknown) => setFailure(String(error)));
  }, []);
  return (
    <>
      <a className="skip-link" href="#results">
        Skip to the results
      </a>
      <header className="masthead">
        <h1>
          <a href="/">Restaurant guide</a>
        </h1>
        <nav aria-label="The API">
          <a href="/docs">API documentation</a>
          <a href="/openapi.json">OpenAPI</a>
        </nav>
      </header>
      {failure !== undefined && (
        <main className="notice" role="alert">
          The list cannot be shown. {failure}
        </main>
      )}
      {description !== undefined && <RestaurantList description={description} />}
    </>
  );
}
