export default {
  guide: { input: './openapi.json', output: { target: './guide.ts', client: 'axios' } },
};
