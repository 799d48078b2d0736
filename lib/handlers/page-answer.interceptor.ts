import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { type Observable, map } from 'rxjs';
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
    return next.handle().pipe(map((value: unknown) => answerOf(value, request)));
  }
}
