import { register } from 'node:module';

// A process of its own: mcp-nest is CommonJS and requires Nest, which Jest cannot do on Node 20.
register('../../../support/typescript.mjs', import.meta.url);
const { start } = await import('./main.ts');
const { City, Restaurant } = await import('./restaurants.ts');
const { DataSource } = await import('typeorm');

const users = {
  'Bearer guest': { name: 'Gwen', isInspector: false },
  'Bearer inspector': { name: 'Ida', isInspector: true },
};

const app = await start((authorization) => {
  const user = users[authorization ?? ''];
  if (user === undefined) throw new Error('nobody');
  return user;
});
const { manager } = app.get(DataSource);
await manager.insert(City, [
  { id: 1, name: 'Oslo' },
  { id: 2, name: 'Rome' },
]);
await manager.insert(
  Restaurant,
  Array.from({ length: 12 }, (_, index) => ({
    ...{ id: index + 1, name: `Place ${index + 1}`, stars: index % 5, isOpen: index !== 3 },
    ...{ cuisine: ['Thai', 'Italian', 'Nordic'][index % 3], notes: `note ${index}`, city: { id: 1 + (index % 2) } },
  })),
);
process.send({ url: await app.getUrl() });
process.once('disconnect', () => void app.close().then(() => process.exit()));
