/**
 * Readers of a schema: pages where people type, programs that make code or check requests, or agents. A model reads
 * every byte.
 */
export type Readers = 'pages' | 'programs' | 'agents';
