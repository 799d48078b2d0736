import { briefly } from '../address/refusals.js';
import { useList } from './list-context.js';

/** Returns the id of the message at a control, for its `aria-describedby`; undefined where there is none. */
export function useRefusal(control: string): { readonly id: string | undefined; readonly isRefused: boolean } {
  const isRefused = useList().issuesOf(control).length > 0;
  return { id: isRefused ? idOf(control) : undefined, isRefused };
}

function idOf(control: string): string {
  return `refusal-${control.replaceAll(/[^\w-]/g, '-')}`;
}

/** The mistakes that the server found in what a control shows. */
export function Refusal({ control }: { readonly control: string }) {
  const issues = useList().issuesOf(control);
  if (issues.length === 0) return null;
  return (
    <p className="refusal" id={idOf(control)}>
      {issues.map(briefly).join(' ')}
    </p>
  );
}
