import { ofSwitch } from '../list/changes.js';
import { labelOf } from '../list/labels.js';
import { useList } from '../list/list-context.js';
import { Refusal, useRefusal } from '../list/refusal.js';

/** The named filters of the list that are on or off. */
export function Switches() {
  const { description } = useList();
  const named = description.named.filter(({ kind }) => kind === 'boolean');
  if (named.length === 0) return null;
  return (
    <fieldset className="choices">
      <legend>Only</legend>
      <ul>
        {named.map(({ name }) => (
          <li key={name}>
            <Switch name={name} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Switch({ name }: { readonly name: string }) {
  const { change, state } = useList();
  const control = `switch:${name}`;
  const { id, isRefused } = useRefusal(control);
  return (
    <>
      <label data-refused={isRefused}>
        <input
          type="checkbox"
          role="switch"
          name={name}
          checked={state.switches.includes(name)}
          aria-describedby={id}
          onChange={(event) => change(ofSwitch(name, event.target.checked))}
        />
        <span className="choice-name">{labelOf(name)}</span>
      </label>
      <Refusal control={control} />
    </>
  );
}
