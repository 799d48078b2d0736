import { type ValueSelectorProps, isOptionGroupArray } from 'react-querybuilder';

type Options = Extract<ValueSelectorProps['options'][number], { options: unknown }>['options'];

/** A choice in the query builder, with a label that screen readers know it by. */
export function RuleSelect(props: ValueSelectorProps) {
  const { options, value, title, className } = props;
  const groups = isOptionGroupArray(options) ? options : [{ label: '', options }];
  // What an address says need not be among the options, and is shown all the same.
  const isKnown = groups.some((group) => group.options.some((option) => option.value === value));
  return (
    <select
      className={className}
      aria-label={title}
      value={value}
      onChange={(event) => props.handleOnChange(event.target.value)}
    >
      {!isKnown && <option>{value}</option>}
      {groups.map((group) =>
        group.label === '' ? (
          optionsOf(group.options)
        ) : (
          <optgroup key={group.label} label={group.label}>
            {optionsOf(group.options)}
          </optgroup>
        ),
      )}
    </select>
  );
}

function optionsOf(options: Options) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
