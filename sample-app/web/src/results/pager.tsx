import type { MouseEvent } from 'react';
import { useList } from '../list/list-context.js';
import type { Meta } from '../server.js';
import { type PageLink, inStyle, pageLinks } from './pages.js';

const sizes = ['10', '25', '50', '100'];

/** The way to the other pages, their size, and their style. */
export function Pager({ meta }: { readonly meta: Meta['pagination'] }) {
  const { state } = useList();
  return (
    <nav className="pager" aria-label="Pages">
      <ul>
        {pageLinks(meta, state.pagination).map((link) => (
          <li key={link.name}>
            <PageAnchor link={link} />
          </li>
        ))}
      </ul>
      <PageOptions meta={meta} />
    </nav>
  );
}

function PageOptions({ meta }: { readonly meta: Meta['pagination'] }) {
  const { state, change, description } = useList();
  const size = String('pageSize' in meta ? meta.pageSize : meta.limit);
  const style = 'next' in meta ? 'cursor' : 'page';
  const toStyle = (value: string) =>
    change({ pagination: inStyle(value === 'cursor' ? 'cursor' : 'page', state.pagination) });
  return (
    <div className="pager-options">
      <label>
        Rows per page
        <select
          value={size}
          onChange={({ target }) => change({ pagination: inStyle(style, { pageSize: target.value }) })}
        >
          {[...new Set([...sizes, size])].map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      {description.pagination.styles.includes('cursor') && (
        <label>
          Paging
          <select value={style} onChange={({ target }) => toStyle(target.value)}>
            <option value="page">by number</option>
            <option value="cursor">by cursor</option>
          </select>
        </label>
      )}
    </div>
  );
}

/** A link to a page. Without a page it keeps its place, and the focus. */
function PageAnchor({ link: { label, name, pagination, isCurrent } }: { readonly link: PageLink }) {
  const { change, hrefAfter } = useList();

  function follow(event: MouseEvent) {
    if (pagination === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    change({ pagination });
    document.querySelector('#results')?.scrollIntoView({ block: 'start' });
  }

  const isThere = pagination !== undefined;
  return (
    <a
      href={isThere ? hrefAfter({ pagination }) : undefined}
      role={isThere ? undefined : 'link'}
      aria-disabled={isThere ? undefined : true}
      aria-label={name}
      aria-current={isCurrent === true ? 'page' : undefined}
      onClick={follow}
    >
      {label}
    </a>
  );
}
