import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { type Observable, map } from 'rxjs';
import { isObject } from '../configuration/index.js';
import { answerOf } from './page-answers.js';

/** The handlers whose values are answers. What a GraphQL resolver returns is resolved further. */
const answering: readonly string[] = ['http', 'rpc', 'ws'];

/**
 * Makes the answers of handlers of the pages that they return. The module registers it only in applications that
 * declare `answer`, so that no other request passes it.
 */
export class PageAnswerInterceptor implements NestInterceptor {
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const type = execution.getType<string>();
    if (!answering.includes(type)) return next.handle();
    const request: unknown = type === 'http' ? execution.switchToHttp().getRequest() : undefined;
    const answer = (value: unknown): unknown => answerOf(value, request);
    const message = (value: unknown): unknown =>
      isMessage(value) ? { ...value, data: answer(value.data) } : answer(value);
    return next.handle().pipe(map(type === 'ws' ? message : answer));
  }
}

/** Returns true for the form in which a gateway names the event that its answer is sent as. */
function isMessage(value: unknown): value is { readonly event: unknown; readonly data: unknown } {
  return isObject(value) && 'event' in value && 'data' in value;
}
