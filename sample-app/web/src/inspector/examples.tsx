import { type MouseEvent, useEffect, useState } from 'react';
import { goTo } from '../list/use-address.js';
import { type Example, askForExamples } from '../server.js';

const list = '/api/restaurants?';

/** Requests worth trying. Those to the list open on this page, the others show the server's answer. */
export function Examples() {
  const [examples, setExamples] = useState<readonly Example[]>([]);
  useEffect(() => {
    // Without them the page is whole; that the server cannot be reached, the list says.
    askForExamples().then(setExamples, () => undefined);
  }, []);
  return (
    <section aria-labelledby="examples-heading">
      <h2 id="examples-heading">Worth trying</h2>
      <ul className="examples">
        {examples.map((example) => (
          <li key={example.path}>
            <ExampleLink example={example} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ExampleLink({ example: { title, path } }: { readonly example: Example }) {
  const encoded = path.replaceAll('[', '%5B').replaceAll(']', '%5D').replaceAll(' ', '%20');
  if (!path.startsWith(list)) return <a href={encoded}>{title}</a>;
  const queryString = encoded.slice(list.length);

  function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goTo(queryString);
    document.querySelector('#results')?.scrollIntoView({ block: 'start' });
  }

  return (
    <a href={`/?${queryString}`} onClick={follow}>
      {title}
    </a>
  );
}
