import { useId } from 'react';
import type { ValueEditorProps } from 'react-querybuilder';
import { ruleOperators } from '../address/rule-operators.js';

/** The value of a rule: a choice, one text or two, and below it what is wrong with it. */
export function RuleValue(props: ValueEditorProps) {
  const message = useId();
  const { operator, validation } = props;
  const takes = ruleOperators.find(({ name }) => name === operator)?.takes ?? 'one';
  const reasons = reasonsOf(validation);
  const described = {
    'aria-describedby': reasons.length > 0 ? message : undefined,
    'aria-invalid': reasons.length > 0,
  };
  return (
    <>
      <span className="rule-value">
        {takes === 'two' && <Pair {...props} described={described} />}
        {takes === 'one' && <One {...props} described={described} isList={false} />}
        {takes === 'several' && <One {...props} described={described} isList />}
      </span>
      {reasons.length > 0 && (
        <span className="refusal" id={message}>
          {reasons.join(' ')}
        </span>
      )}
    </>
  );
}

/** Returns what is wrong with a rule. The package passes null as well for a rule that it knows nothing of. */
function reasonsOf(validation: ValueEditorProps['validation'] | null): readonly string[] {
  return typeof validation === 'object' && validation !== null ? (validation.reasons ?? []).map(String) : [];
}

interface PairProps extends ValueEditorProps {
  readonly described: { readonly 'aria-describedby': string | undefined; readonly 'aria-invalid': boolean };
}

interface OneProps extends PairProps {
  readonly isList: boolean;
}

function One(props: OneProps) {
  const { fieldData, described, isList } = props;
  const value: unknown = props.value;
  const members = Array.isArray(fieldData['members']) ? fieldData['members'].map(String) : [];
  const expects = typeof fieldData['expects'] === 'string' ? fieldData['expects'] : '';
  const text = typeof value === 'string' ? value : '';
  if (members.length === 0 || isList) {
    return (
      <input
        aria-label={isList ? 'Values, with commas between them' : 'Value'}
        placeholder={isList ? 'one, another' : expects}
        value={text}
        onChange={(event) => props.handleOnChange(event.target.value)}
        {...described}
      />
    );
  }
  return (
    <select
      aria-label="Value"
      value={text}
      onChange={(event) => props.handleOnChange(event.target.value)}
      {...described}
    >
      {[...new Set(['', ...members, text])].map((member) => (
        <option key={member} value={member}>
          {member === '' ? 'Choose' : member}
        </option>
      ))}
    </select>
  );
}

function Pair(props: PairProps) {
  const { described } = props;
  const value: unknown = props.value;
  const [from, to] = Array.isArray(value) ? value.map(String) : [];
  return (
    <>
      <input
        aria-label="From"
        value={from ?? ''}
        onChange={(event) => props.handleOnChange([event.target.value, to ?? ''])}
        {...described}
      />
      <span>and</span>
      <input
        aria-label="To"
        value={to ?? ''}
        onChange={(event) => props.handleOnChange([from ?? '', event.target.value])}
        {...described}
      />
    </>
  );
}
