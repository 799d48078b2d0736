import { useList } from '../list/list-context.js';
import { labelOf } from '../list/labels.js';
import { useRefusal } from '../list/refusal.js';

/** The first key of the order, from all that the list can be sorted by. */
export function OrderBy() {
  const { state, change, description } = useList();
  const { id, isRefused } = useRefusal('sort');
  const [first] = state.sorting;
  const keys = [...new Set([...description.sort, ...(first === undefined ? [] : [first.id])])];
  return (
    <div className="order-by">
      <label htmlFor="order">Sort by</label>
      <select
        id="order"
        value={first?.id ?? ''}
        aria-describedby={id}
        aria-invalid={isRefused}
        onChange={({ target }) => change({ sorting: target.value === '' ? [] : [{ id: target.value, desc: false }] })}
      >
        <option value="">No order</option>
        {keys.map((key) => (
          <option key={key} value={key}>
            {labelOf(key)}
          </option>
        ))}
      </select>
      {first !== undefined && (
        <button
          type="button"
          aria-label={first.desc ? 'Sort ascending' : 'Sort descending'}
          onClick={() => change({ sorting: [{ ...first, desc: !first.desc }, ...state.sorting.slice(1)] })}
        >
          <span aria-hidden="true">{first.desc ? '▼' : '▲'}</span>
        </button>
      )}
    </div>
  );
}
