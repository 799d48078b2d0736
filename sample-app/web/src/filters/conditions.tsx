import { readable } from '../address/query-string.js';
import { toQueryString } from 'nestjs-filterable/client';
import { pairsOf } from '../address/query-string.js';
import { restControl } from '../address/read.js';
import { pointerOf } from '../address/rules.js';
import { useList } from '../list/list-context.js';
import { Refusal, useRefusal } from '../list/refusal.js';

/** The parts of the address that no other control shows. They hold all the same, and can be removed here. */
export function Conditions() {
  const { state, change } = useList();
  const { conditions, rest } = state;
  if (conditions.length + rest.length === 0) return null;
  return (
    <section className="conditions" aria-labelledby="conditions-heading">
      <h2 id="conditions-heading">Also in the address</h2>
      <ul>
        {conditions.map((member) => (
          <Condition
            key={pointerOf(member.place)}
            control={`condition:${pointerOf(member.place)}`}
            texts={pairsOf(toQueryString({ filters: { [member.name]: member.value } })).map(readable)}
            remove={() => change({ conditions: conditions.filter((each) => each !== member) })}
          />
        ))}
        {rest.map((pair) => (
          <Condition
            key={pair.raw}
            control={restControl(pair.raw)}
            texts={[readable(pair)]}
            remove={() => change({ rest: rest.filter((each) => each !== pair) })}
          />
        ))}
      </ul>
    </section>
  );
}

interface ConditionProps {
  readonly control: string;
  readonly texts: readonly string[];
  readonly remove: () => void;
}

function Condition({ control, texts, remove }: ConditionProps) {
  const { id, isRefused } = useRefusal(control);
  return (
    <li data-refused={isRefused}>
      <code>{texts.join(' & ')}</code>
      <button type="button" onClick={remove} aria-describedby={id}>
        Remove<span className="visually-hidden"> {texts.join(' and ')}</span>
      </button>
      <Refusal control={control} />
    </li>
  );
}
