/**
 * Readers of a schema: pages into which people type, programs that make code or check requests, or agents, whose
 * models read every byte.
 */
export type Readers = 'pages' | 'programs' | 'agents';
