import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/**
 * The zone of a process is set for good when it starts, and Jest hides it from a test; so the module runs in processes
 * of their own, against what a Date's own getters say there, which is what drivers write.
 */
describe('the clock of the process', () => {
  const moments = [
    '2024-01-01T10:00:00.123Z',
    '2024-07-01T10:00:00Z',
    '2024-03-31T00:59:59Z',
    '2024-03-31T01:00:00Z',
    '2018-11-04T03:00:00Z',
    '1900-01-01T12:00:00Z',
    '0050-01-01T12:00:00Z',
  ];

  it.each([
    ['UTC', '2024-07-01T10:00:00.000Z'],
    ['Europe/Oslo', '2024-07-01T12:00:00.000Z'],
    ['America/Sao_Paulo', '2024-07-01T07:00:00.000Z'],
    ['Asia/Kathmandu', '2024-07-01T15:45:00.000Z'],
    ['Africa/Monrovia', '2024-07-01T10:00:00.000Z'],
  ])('in %s', (zone, summer) => {
    const faces = facesIn(zone, moments);
    expect(faces[1]?.face).toBe(summer);
    expect(faces.map(({ face }) => face)).toEqual(faces.map(({ getters }) => getters));
  });
});

function facesIn(zone: string, moments: readonly string[]): readonly { face: string; getters: string }[] {
  const source = readFileSync(new URL('../../../lib/values/calendar/clock.ts', import.meta.url), 'utf8');
  const module = ts.transpile(source, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext });
  const program = `${module}
    const pad = (number, size = 2) => String(number).padStart(size, '0');
    console.log(JSON.stringify(${JSON.stringify(moments)}.map((text) => {
      const date = new Date(text);
      const day = [pad(date.getFullYear(), 4), pad(date.getMonth() + 1), pad(date.getDate())].join('-');
      const time = [pad(date.getHours()), pad(date.getMinutes()), pad(date.getSeconds())].join(':');
      const getters = day + 'T' + time + '.' + pad(date.getMilliseconds(), 3) + 'Z';
      return { face: new Date(clockOf('local')(date.getTime())).toISOString(), getters };
    })));`;
  const options = { env: { ...process.env, TZ: zone }, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', program], options));
}
