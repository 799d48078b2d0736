import { type ArgumentsHost, type ExecutionContext, HttpException } from '@nestjs/common';
import { EMPTY, from, isObservable, mergeMap } from 'rxjs';
import { FilterConfigurationError } from '../configuration/index.js';
import { inHandler } from '../tracing/index.js';

/** The class of exceptions that refuse a message: `RpcException` or `WsException`. */
type MessageException = new (answer: string | object) => Error;

/** The classes by which the package of a transport answers failures. */
interface MessagePackage {
  readonly Exception: MessageException;
  /** Nest's own exception filter of the transport. */
  readonly Filter: new () => { catch(exception: unknown, host: ArgumentsHost): unknown };
}

/** A transport of messages: RPC or WebSockets. */
interface MessageKind {
  /** Returns the data that the client sent. */
  payload(execution: ExecutionContext): unknown;
  /** Position of that data among the arguments of a handler. */
  readonly position: number;
  /** Returns the connection, for the `context` option. It is never the payload, where a client may claim anything. */
  sender(execution: ExecutionContext): unknown;
  /** Optional package of the transport. It is installed wherever such a handler runs. */
  readonly brings: string;
  readonly load: () => Promise<MessagePackage>;
}

const kinds: Readonly<Record<string, MessageKind>> = {
  rpc: {
    payload: (execution) => execution.switchToRpc().getData(),
    position: 0,
    sender: (execution) => execution.switchToRpc().getContext(),
    brings: '@nestjs/microservices',
    load: async () => {
      const { RpcException, BaseRpcExceptionFilter } = await import('@nestjs/microservices');
      return { Exception: RpcException, Filter: BaseRpcExceptionFilter };
    },
  },
  ws: {
    payload: (execution) => execution.switchToWs().getData(),
    position: 1,
    sender: (execution) => execution.switchToWs().getClient(),
    brings: '@nestjs/websockets',
    load: async () => {
      const { WsException, BaseWsExceptionFilter } = await import('@nestjs/websockets');
      return { Exception: WsException, Filter: BaseWsExceptionFilter };
    },
  },
};

/** Translates an HTTP exception into the exception of a transport. */
export type Answer = (error: unknown) => unknown;

/** A message to a handler: its payload, its sender, and the translation of its refusal. */
export interface Message {
  readonly payload: unknown;
  readonly sender: unknown;
  readonly answer: Answer;
}

/** A client of a handler, and the translation of refusals for it. */
export type Asker = Pick<Message, 'sender' | 'answer'>;

/**
 * Returns the asker of a handler: the request of HTTP, or a connection. Undefined for an unknown transport. Without the
 * package of a transport, which messages of other packages may name as their own, refusals stay as they are.
 */
export async function askerOf(execution: ExecutionContext): Promise<Asker | undefined> {
  if (execution.getType() === 'http') return { sender: execution.switchToHttp().getRequest<unknown>(), answer: asItIs };
  const kind = kindOf(execution);
  if (kind === undefined) return undefined;
  const answer = await exceptionOf(kind).then(answerWith, () => asItIs);
  return { sender: kind.sender(execution), answer };
}

const asItIs: Answer = (error) => error;

/** Returns what a handler was sent: the body of a request, or the payload of a message. */
export function sentTo(execution: ExecutionContext): unknown {
  if (execution.getType() !== 'http') return kindOf(execution)?.payload(execution);
  return execution.switchToHttp().getRequest<{ readonly body?: unknown } | undefined>()?.body;
}

/** Replaces what the pipes of a handler are given: the body of a request, or the payload of a message. */
export function replaceSent(execution: ExecutionContext, value: object): void {
  if (execution.getType() === 'http') Reflect.set(execution.switchToHttp().getRequest<object>(), 'body', value);
  const kind = kindOf(execution);
  if (kind !== undefined) execution.getArgs<unknown[]>()[kind.position] = value;
}

function kindOf(execution: ArgumentsHost): MessageKind | undefined {
  const type = execution.getType<string>();
  return Object.hasOwn(kinds, type) ? kinds[type] : undefined;
}

/**
 * Returns the message to a handler.
 *
 * @throws FilterConfigurationError in a handler of an unknown transport: an unread message must
 * not count as an empty query
 */
export async function messageOf(execution: ExecutionContext): Promise<Message> {
  const kind = kindOf(execution);
  if (kind === undefined) {
    const type = execution.getType<string>();
    throw new FilterConfigurationError(
      `@FilterQuery() cannot read the input of a handler of the type ${type}; pass it to FilterService.parse() there`,
    );
  }
  const Exception = await exceptionOf(kind);
  return { payload: kind.payload(execution), sender: kind.sender(execution), answer: answerWith(Exception) };
}

async function exceptionOf({ brings, load }: MessageKind): Promise<MessageException> {
  try {
    return (await load()).Exception;
  } catch (cause) {
    throw new FilterConfigurationError(`@FilterQuery() needs ${brings} to refuse a message; install it`, { cause });
  }
}

/**
 * Returns a translation into this class of exceptions. The transports' own filters would answer an HTTP
 * exception with an internal error.
 */
function answerWith(Exception: MessageException): Answer {
  return (error) => {
    if (!(error instanceof HttpException)) return error;
    const answer = new Exception(error.getResponse());
    answer.message = error.message;
    answer.cause = error;
    return answer;
  };
}

/** Answers an exception outside of HTTP. The result is for Nest, which sends that of a filter to the client of RPC. */
type AnswerFailure = (exception: unknown, refusal: HttpException | undefined, host: ArgumentsHost) => void;

/**
 * Answers an exception in a handler of messages as Nest's own filter of the transport does. In any other handler, such
 * as a GraphQL resolver, it throws the exception on.
 *
 * @param refusal the exception for clients, if there is one: they get its body
 */
export const answerFailure: AnswerFailure = (exception, refusal, host) => {
  const kind = kindOf(host);
  if (kind === undefined) throw refusal ?? exception;
  const answered = kind.load().then(({ Exception, Filter }): unknown => {
    const answer = refusal === undefined ? exception : answerWith(Exception)(refusal);
    return new Filter().catch(answer, host);
  });
  return from(answered).pipe(mergeMap((answer) => (isObservable(answer) ? answer : EMPTY)));
};

/** Translations of later refusals of queries: a cursor is only read when `page()` runs. */
const answers = new WeakMap<object, Answer>();

/** Records the translation of later refusals of a query, and returns the query. */
export function answerBy<Query extends object>(query: Query, answer: Answer): Query {
  answers.set(query, answer);
  return query;
}

/** Gives a query the translation of the query that it was made from, and returns it. */
export function answerLike<Query extends object>(other: object, query: Query): Query {
  const answer = answers.get(other);
  return answer === undefined ? query : answerBy(query, answer);
}

/** Returns a query's refusal as its client expects it. */
export function asAnswerOf(query: object, refusal: Error): unknown {
  return answers.get(query)?.(refusal) ?? refusal;
}

/** Returns a reader of a request that tells the tracing channel of its handler. */
export function forHandler<Query>(execution: ExecutionContext, read: () => Query): () => Query {
  return inHandler(`${execution.getClass().name}.${execution.getHandler().name}`, read);
}
