import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve('test/generated-clients');
const minutes = 5;

/**
 * Installs the generators and Spectral before the first spec, where nobody has yet: they are large, and `npm test` does
 * without.
 */
export default function install() {
  if (existsSync(path.join(folder, 'node_modules/.package-lock.json'))) return;
  try {
    execFileSync('npm', ['ci', '--prefix', folder, '--silent'], { timeout: minutes * 60_000, stdio: 'pipe' });
  } catch (cause) {
    const advice = 'run `npm ci --prefix test/generated-clients` where the registry can be reached';
    throw new Error(`The generators are not installed, and could not be; ${advice}.`, { cause });
  }
}
