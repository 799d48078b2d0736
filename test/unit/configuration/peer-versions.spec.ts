import { readFileSync } from 'node:fs';
import { checkPeerVersions } from '../../../lib/configuration/index.js';

const installed: Readonly<Record<string, string>> = {
  typeorm: '1.1.0',
  '@nestjs/common': '12.5.1',
  '@nestjs/core': '12.5.1',
};

const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly peerDependencies: Readonly<Record<string, string>>;
};

/** Checks an application that has another version of one package; undefined for one that cannot be read. */
function check(name: string, version: string | undefined): () => void {
  return () => checkPeerVersions((asked) => (asked === name ? version : installed[asked]));
}

describe('the versions of what the library stands on', () => {
  it.each([
    ['typeorm', '0.3.20'],
    ['typeorm', '0.3.31'],
    ['typeorm', '1.0.0-rc.1'],
    ['typeorm', '1.0.0'],
    ['typeorm', '1.99.7'],
    ['typeorm', undefined],
    ['@nestjs/common', '10.0.0'],
    ['@nestjs/core', '10.4.22'],
    ['@nestjs/core', '11.2.10'],
    ['@nestjs/core', '12.99.0'],
    ['@nestjs/core', undefined],
  ])('are within the range: %s %s', (name, version) => {
    expect(check(name, version)).not.toThrow();
  });

  it.each([
    ['typeorm', '0.2.45', 'typeorm 0.2.45 is installed, and nestjs-filterable works with 0.3.20 to 1.x'],
    ['typeorm', '0.3.17', 'typeorm 0.3.17 is installed, and nestjs-filterable works with 0.3.20 to 1.x'],
    ['typeorm', '0.3.19', 'typeorm 0.3.19 is installed, and nestjs-filterable works with 0.3.20 to 1.x'],
    ['typeorm', '2.0.0', 'typeorm 2.0.0 is installed, and nestjs-filterable works with 0.3.20 to 1.x'],
    ['@nestjs/common', '9.4.3', '@nestjs/common 9.4.3 is installed, and nestjs-filterable works with 10 to 12'],
    ['@nestjs/core', '13.0.0', '@nestjs/core 13.0.0 is installed, and nestjs-filterable works with 10 to 12'],
  ])('are refused out of it: %s %s', (name, version, told) => {
    expect(check(name, version)).toThrow(`${told}: install a version of the range`);
  });

  it('are told together', () => {
    expect(() => checkPeerVersions(() => '9.0.0')).toThrow(
      /^typeorm 9\.0\.0 .*; @nestjs\/common 9\.0\.0 .*; @nestjs\/core 9\.0\.0 /,
    );
  });

  it.each(Object.keys(installed))('are those of package.json: %s', (name) => {
    const ranges = peerDependencies[name]?.split(' || ') ?? [];
    const [least = ''] = ranges.map((range) => range.replace('^', ''));
    const before = least.replace(/[1-9]\d*(?=[.0]*$)/, (last) => `${Number(last) - 1}`);
    const below = Number(/\d+/.exec(ranges.at(-1) ?? '')?.[0]) + 1;
    expect(check(name, least)).not.toThrow();
    expect(check(name, before)).toThrow(name);
    expect(check(name, `${below - 1}.99.99`)).not.toThrow();
    expect(check(name, `${below}.0.0`)).toThrow(name);
  });

  it('are read of what is installed here', () => {
    expect(() => checkPeerVersions()).not.toThrow();
  });
});
