import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { MCP_STRATEGY, McpStrategy } from '@rekog/mcp-nest';
import { FilterException, FilterService } from 'nestjs-filterable';
import { toolSchema } from 'nestjs-filterable/openapi';
import { DataSource } from 'typeorm';
import { Restaurant, type User, forAgents } from './restaurants.js';

/** The user of the current request, which the server does not pass when it lists its tools. */
export const caller = new AsyncLocalStorage<User>();

@Injectable()
export class RestaurantTool implements OnApplicationBootstrap {
  constructor(
    @Inject(MCP_STRATEGY) private readonly mcp: McpStrategy,
    @Inject(FilterService) private readonly filters: FilterService,
    @Inject(DataSource) private readonly source: DataSource,
  ) {}

  onApplicationBootstrap(): void {
    const { name, description } = this.schema();
    this.mcp.registerTool({
      ...{ name, description, annotations: { readOnlyHint: true } },
      parameters: perCaller(() => this.schema().inputSchema),
      handler: (sent, _context, request: { readonly user: User }) => this.find(sent, request.user),
    });
  }

  private schema() {
    const context = caller.getStore();
    const description = 'Restaurants of the guide, with their cuisine and stars.';
    return toolSchema(this.filters, Restaurant, { description, overrides: forAgents, ...(context && { context }) });
  }

  /** Returns a page, or the refusal, from which an agent can correct its call. */
  private async find(sent: object, user: User) {
    try {
      const query = this.filters.parse(Restaurant, sent, forAgents, user);
      return await this.filters.page(this.source.getRepository(Restaurant), query);
    } catch (error) {
      if (!(error instanceof FilterException)) throw error;
      return { isError: true, content: [{ type: 'text', text: JSON.stringify({ issues: error.issues }) }] };
    }
  }
}

/** Makes parameters whose schema depends on the caller. `parse()` validates them. */
function perCaller(schema: () => Record<string, unknown>) {
  const validate = (value: unknown) => ({ value });
  const jsonSchema = { input: schema, output: schema };
  return { '~standard': { version: 1, vendor: 'nestjs-filterable', validate, jsonSchema } } as const;
}
