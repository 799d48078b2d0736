export { answeredFields, loadedFields, readSelection } from './read-selection.js';
export { checkSelect, checkedKeys, exposedColumns, selectableOf, selectableNames } from './selectable.js';
export type { Selectable, SelectableColumn } from './selectable.js';
