import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MCP_STRATEGY, McpStrategy, StreamableHttpTransport } from '@rekog/mcp-nest';
import { FilterModule } from 'nestjs-filterable';
import { RestaurantTool, caller } from './restaurant.tool.js';
import { City, Restaurant, type User } from './restaurants.js';

const mcp = new McpStrategy({ name: 'guide', version: '1.0.0', transports: [new StreamableHttpTransport()] });

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'better-sqlite3',
      database: ':memory:',
      synchronize: true,
      entities: [City, Restaurant],
    }),
    FilterModule.forRoot({ context: undefined }), // only code passes a context
  ],
  providers: [RestaurantTool, { provide: MCP_STRATEGY, useValue: mcp }],
})
class GuideModule {}

/** Starts the server. `userOf` authenticates a request, or throws. */
export async function start(userOf: (authorization: string | undefined) => User, port = 0) {
  const app = await NestFactory.create(GuideModule, { logger: ['error'] });
  app.use((request: { headers: { authorization?: string }; user?: User }, _response: unknown, next: () => void) => {
    request.user = userOf(request.headers.authorization);
    caller.run(request.user, next);
  });
  mcp.setHttpAdapter(app.getHttpAdapter());
  app.connectMicroservice({ strategy: mcp });
  await app.startAllMicroservices();
  await app.listen(port, '127.0.0.1');
  return app;
}
