import { type ExecutionContext, ForbiddenException } from '@nestjs/common';
import { RpcException } from '@nestjs/microservices';
import { askerOf } from '../../../lib/handlers/messages.js';

const sender = { id: 'a connection' };

function executionOf(type: string): ExecutionContext {
  const execution: Partial<ExecutionContext> = {
    getType: <Type extends string>() => type as Type,
    switchToRpc: () => ({ getContext: () => sender as never, getData: () => ({}) as never }),
    switchToHttp: () => ({
      getRequest: () => sender as never,
      getResponse: () => ({}) as never,
      getNext: () => undefined as never,
    }),
  };
  return execution as ExecutionContext;
}

const refusal = new ForbiddenException('no tenant');

describe('the asker of a handler', () => {
  it('of HTTP is the request, whose refusals stay as they are', async () => {
    const asker = await askerOf(executionOf('http'));
    expect(asker?.sender).toBe(sender);
    expect(asker?.answer(refusal)).toBe(refusal);
  });

  it('of a message is refused as its transport expects', async () => {
    const asker = await askerOf(executionOf('rpc'));
    expect(asker?.sender).toBe(sender);
    expect(asker?.answer(refusal)).toBeInstanceOf(RpcException);
    expect(asker?.answer('no error of HTTP')).toBe('no error of HTTP');
  });

  it('is unknown in a handler of another kind', async () => {
    expect(await askerOf(executionOf('graphql'))).toBeUndefined();
  });

  it('keeps refusals as they are where the package of the transport is not installed', async () => {
    const withoutPackage = `../../../lib/handlers/messages.js?without=${encodeURIComponent('@nestjs/microservices')}`;
    const messages = (await import(withoutPackage)) as typeof import('../../../lib/handlers/messages.js');
    const asker = await messages.askerOf(executionOf('rpc'));
    expect(asker?.sender).toBe(sender);
    expect(asker?.answer(refusal)).toBe(refusal);
  });
});
