import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default defineConfig({
  input: { path: './openapi.json' },
  output: { path: './guide', extension: { '.ts': '.js' }, format: false },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: 'axios' })],
});
