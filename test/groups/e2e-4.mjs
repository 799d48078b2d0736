import { loadGroup } from '../support/group.mjs';

await loadGroup(import.meta.url);
