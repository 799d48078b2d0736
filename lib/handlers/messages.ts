import { type ExecutionContext, HttpException } from '@nestjs/common';
import { FilterConfigurationError } from '../configuration/index.js';

/** A class of exceptions that the handlers of a kind of messages answer with: `RpcException`, `WsException`. */
type MessageException = new (answer: string | object) => Error;

/** A kind of handlers that are sent messages in place of requests. */
interface MessageKind {
  payload(execution: ExecutionContext): unknown;
  /** What stands for the request where a host asks who sent it. It is never the payload, in which a client may claim anything. */
  sender(execution: ExecutionContext): unknown;
  /** The optional package that brings the handlers, and so is there when one runs. */
  readonly brings: string;
  readonly exception: () => Promise<MessageException>;
}

const kinds: Readonly<Record<string, MessageKind>> = {
  rpc: {
    payload: (execution) => execution.switchToRpc().getData(),
    sender: (execution) => execution.switchToRpc().getContext(),
    brings: '@nestjs/microservices',
    exception: async () => (await import('@nestjs/microservices')).RpcException,
  },
  ws: {
    payload: (execution) => execution.switchToWs().getData(),
    sender: (execution) => execution.switchToWs().getClient(),
    brings: '@nestjs/websockets',
    exception: async () => (await import('@nestjs/websockets')).WsException,
  },
};

/** Turns an exception of HTTP into the one that clients of a kind of messages are told. */
export type Answer = (error: unknown) => unknown;

/** A message that a handler was sent, and how its sender is answered. */
export interface Message {
  readonly payload: unknown;
  readonly sender: unknown;
  readonly answer: Answer;
}

/** Who sent a handler its message; undefined for a handler of any other kind. */
export function senderOf(execution: ExecutionContext): Pick<Message, 'sender'> | undefined {
  const kind = kindOf(execution);
  return kind && { sender: kind.sender(execution) };
}

function kindOf(execution: ExecutionContext): MessageKind | undefined {
  const type = execution.getType<string>();
  return Object.hasOwn(kinds, type) ? kinds[type] : undefined;
}

/**
 * The message that a handler was sent.
 *
 * @throws FilterConfigurationError for a handler of any other kind: what is not read must not count as nothing asked
 */
export async function messageOf(execution: ExecutionContext): Promise<Message> {
  const kind = kindOf(execution);
  if (kind === undefined) {
    const type = execution.getType<string>();
    throw new FilterConfigurationError(
      `@FilterQuery() cannot read what a handler of the type ${type} is sent; hand it to FilterService.parse() there`,
    );
  }
  const Exception = await exceptionOf(kind);
  return { payload: kind.payload(execution), sender: kind.sender(execution), answer: answerWith(Exception) };
}

async function exceptionOf({ brings, exception }: MessageKind): Promise<MessageException> {
  try {
    return await exception();
  } catch (cause) {
    throw new FilterConfigurationError(`@FilterQuery() needs ${brings} to refuse a message; install it`, { cause });
  }
}

/** Nest's filters of messages know no HTTP exception: they would answer it with an internal error. */
function answerWith(Exception: MessageException): Answer {
  return (error) => {
    if (!(error instanceof HttpException)) return error;
    const answer = new Exception(error.getResponse());
    answer.message = error.message;
    answer.cause = error;
    return answer;
  };
}

/** How a query's client is answered later: a cursor is not read before the page is. */
const answers = new WeakMap<object, Answer>();

/** Remembers how the client of a query is answered, and returns the query. */
export function answerBy<Query extends object>(query: Query, answer: Answer): Query {
  answers.set(query, answer);
  return query;
}

/** Lets one query be answered as another is, and returns it. */
export function answerLike<Query extends object>(other: object, query: Query): Query {
  const answer = answers.get(other);
  return answer === undefined ? query : answerBy(query, answer);
}

/** A refusal of a query, as its client is told. */
export function asAnswerOf(query: object, refusal: Error): unknown {
  return answers.get(query)?.(refusal) ?? refusal;
}
