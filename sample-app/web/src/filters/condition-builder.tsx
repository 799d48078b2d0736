import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { QueryBuilder, type RuleGroupType } from 'react-querybuilder';
import { ruleOperators } from '../address/rule-operators.js';
import { useList } from '../list/list-context.js';
import { incompleteRules, refusedRules } from './builder-faults.js';
import { builderFields } from './builder-fields.js';
import { RuleSelect } from './rule-select.js';
import { RuleValue } from './rule-value.js';

const controlElements = { valueEditor: RuleValue, valueSelector: RuleSelect };
const none: RuleGroupType = { combinator: 'and', rules: [] };
const translations = {
  fields: { title: 'Field' },
  operators: { title: 'Comparison' },
  value: { title: 'Value' },
  combinators: { title: 'All or any of these' },
  removeRule: { label: <Cross of="the condition" />, title: 'Remove the condition' },
  removeGroup: { label: <Cross of="the group" />, title: 'Remove the group' },
  addRule: { label: 'Add a condition', title: 'Add a condition' },
  addGroup: { label: 'Add a group', title: 'Add a group of conditions' },
  notToggle: { label: 'Not', title: 'The opposite of the group' },
};
const operators = ruleOperators.map(({ name, label }) => ({ name, label }));
const combinators = [
  { name: 'and', label: 'All of these' },
  { name: 'or', label: 'Any of these' },
];

function Cross({ of }: { readonly of: string }) {
  return (
    <>
      <span aria-hidden="true">✕</span>
      <span className="visually-hidden">Remove {of}</span>
    </>
  );
}

/** Keeps conditions that are not applied yet. They are those of the address whenever it changes. */
function useDraft() {
  const list = useList();
  const [draft, setDraft] = useState<RuleGroupType>(list.state.rules);
  const [isTried, setIsTried] = useState(false);
  const said = JSON.stringify(list.state.rules);
  useEffect(() => {
    setDraft(JSON.parse(said) as RuleGroupType);
    setIsTried(false);
  }, [said]);
  const incomplete = incompleteRules(draft);

  function apply(event: FormEvent) {
    event.preventDefault();
    setIsTried(true);
    if (Object.keys(incomplete).length === 0) list.change({ rules: draft });
  }

  return { draft, setDraft, faults: { ...refusedRules(list, draft), ...(isTried && incomplete) }, apply };
}

/**
 * Conditions that no facet can say, from all fields of the list and of its relations. They hold once they are applied.
 */
export function ConditionBuilder() {
  const { state, change, description } = useList();
  const { draft, setDraft, faults, apply } = useDraft();
  const fields = useMemo(() => builderFields(description), [description]);
  return (
    <details className="builder" open={state.rules.rules.length > 0 || undefined}>
      <summary>More conditions{state.rules.rules.length > 0 && ` (${state.rules.rules.length})`}</summary>
      <form onSubmit={apply} noValidate aria-label="More conditions">
        <QueryBuilder
          fields={fields}
          query={draft}
          onQueryChange={setDraft}
          combinators={combinators}
          operators={operators}
          controlElements={controlElements}
          translations={translations}
          validator={() => faults}
          showNotToggle
        />
        <div className="buttons">
          <button type="submit" className="primary">
            Apply
          </button>
          <button type="button" onClick={() => change({ rules: none })}>
            Clear
          </button>
        </div>
      </form>
    </details>
  );
}
