import { type FoundShape, KnownShape, KnownShapes } from '../../../lib/shapes/index.js';
import type { TextShape } from '../../../lib/wire/index.js';

const learned = KnownShape.of({
  shape: { text: '', keys: [], values: [] },
  params: { filters: 'filters', sort: 'sort', pagination: 'pagination' },
  operands: new Map(),
  filters: undefined,
  sort: undefined,
  fields: undefined,
  pagination: undefined,
  work: {},
});
const { shape } = learned;

/** Requests of one key with one value. */
const request = (text: string): TextShape => ({ text, keys: [], values: ['1'] });

type Outcome = KnownShape | 'learn' | undefined;

function find(shapes: KnownShapes, asked: TextShape | string): Outcome {
  const found: FoundShape | 'learn' | undefined = shapes.find(typeof asked === 'string' ? request(asked) : asked);
  return typeof found === 'object' ? found.shape : found;
}

/** Sees each text twice, and keeps a shape for it. */
function learn(shapes: KnownShapes, texts: readonly string[]): void {
  for (const text of texts) {
    find(shapes, text);
    expect(find(shapes, text)).toBe('learn');
    shapes.keep(request(text), learned);
  }
}

const numbered = (from: number, count: number) => Array.from({ length: count }, (_, index) => `&a${from + index}=`);

describe('known shapes', () => {
  it('are learned when they are seen a second time', () => {
    const shapes = new KnownShapes();
    expect([find(shapes, '&a='), find(shapes, '&b='), find(shapes, '&a=')]).toEqual([undefined, undefined, 'learn']);
  });

  it('are at most 500, of which one that was not used lately goes', () => {
    const shapes = new KnownShapes();
    learn(shapes, numbered(0, 500));
    expect(find(shapes, '&a0=')).toBe(shape);
    learn(shapes, numbered(500, 1));
    expect([find(shapes, '&a0='), find(shapes, '&a2='), find(shapes, '&a500=')]).toEqual([shape, shape, shape]);
    expect(find(shapes, '&a1=')).not.toBe(shape);
  });

  it('are not pushed out by shapes that are seen once', () => {
    const shapes = new KnownShapes();
    learn(shapes, ['&a=']);
    for (const text of numbered(0, 5_000)) expect(find(shapes, text)).toBeUndefined();
    expect(find(shapes, '&a=')).toBe(shape);
  });

  it('are not learned again where nothing can be learned', () => {
    const shapes = new KnownShapes();
    find(shapes, '&a=');
    find(shapes, '&a=');
    shapes.keep(request('&a='), { shape: undefined, fixed: [] });
    expect([find(shapes, '&a='), find(shapes, '&a=')]).toEqual([undefined, undefined]);
  });

  it('are one for each length of a list that is fixed', () => {
    const shapes = new KnownShapes();
    const list = (...values: (string | string[])[]): TextShape => ({ text: '&&a[0]=&&b[0]=', keys: [], values });
    find(shapes, list(['1'], ['1', '2']));
    expect(find(shapes, list(['1'], ['1', '2', '3']))).toBe('learn');
    shapes.keep(list(['1'], ['1', '2', '3']), { ...learned, fixed: [1] });
    expect(shapes.find(list(['1', '2'], ['3', '4', '5']))).toEqual({ shape, values: [['1', '2'], '3', '4', '5'] });
    expect([find(shapes, list(['1'], ['1', '2'])), find(shapes, list(['1'], ['3', '4']))]).toEqual([
      undefined,
      'learn',
    ]);
    expect(find(shapes, list(['1'], Array.from({ length: 40 }, String)))).toBeUndefined();
    expect(find(shapes, list(['1'], Array.from({ length: 40 }, String)))).toBeUndefined();
  });
});
