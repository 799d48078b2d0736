import type { Asked } from '../list/use-answer.js';
import { Examples } from './examples.js';
import { Request } from './request.js';
import { Mistakes } from './mistakes.js';
import { Statements } from './statements.js';

/** What happens behind the list: the request, its mistakes or the SQL that it became, and requests worth trying. */
export function Inspector({ asked, sent }: { readonly asked: Asked; readonly sent: string }) {
  return (
    <aside className="inspector" aria-label="Behind the list">
      <Request sent={sent} />
      {asked.refused !== undefined && <Mistakes issues={asked.refused.issues} />}
      {asked.refused === undefined && <Statements path={asked.rows?.statements} />}
      <Examples />
    </aside>
  );
}
