import { readdirSync } from 'node:fs';
import { folder, folders, isLeftOut } from './folders.mjs';

/*
 * All specs as one file. To load TypeORM and Nest takes longer than to run the tests, and Jest loads them anew for every
 * file: so a mutant costs a second and not ten.
 */
for (const place of folders[folder]) {
  const files = readdirSync(new URL(`../../${place}`, import.meta.url), { recursive: true });
  const specs = files.filter((file) => file.endsWith('spec.ts') && !isLeftOut(file));
  for (const spec of specs.sort()) await import(`../../${place}/${spec}`);
}
