export { answeredFields, loadedFields } from './answered.js';
export { readSelection } from './read-selection.js';
export { checkSelect, checkedKeys, exposedColumns, selectableOf } from './selectable.js';
export { selectableNames } from './selectable-names.js';
export type { Selectable, SelectableColumn } from './selectable-names.js';
