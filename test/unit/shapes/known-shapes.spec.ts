import { KnownShape, KnownShapes } from '../../../lib/shapes/index.js';

const shape = KnownShape.of({
  shape: { text: '', keys: [], values: [] },
  params: { filters: 'filters', sort: 'sort', pagination: 'pagination' },
  operands: new Map(),
  filters: undefined,
  sort: undefined,
  fields: undefined,
});

/** Sees each text twice, and keeps a shape for it. */
function learn(shapes: KnownShapes, texts: readonly string[]): void {
  for (const text of texts) {
    shapes.find(text);
    expect(shapes.find(text)).toBe('learn');
    shapes.keep(text, shape);
  }
}

const numbered = (from: number, count: number) => Array.from({ length: count }, (_, index) => `&a${from + index}=`);

describe('known shapes', () => {
  it('are learned when they are seen a second time', () => {
    const shapes = new KnownShapes();
    expect([shapes.find('&a='), shapes.find('&b='), shapes.find('&a=')]).toEqual([undefined, undefined, 'learn']);
  });

  it('are at most 500, of which one that was not used lately goes', () => {
    const shapes = new KnownShapes();
    learn(shapes, numbered(0, 500));
    expect(shapes.find('&a0=')).toBe(shape);
    learn(shapes, numbered(500, 1));
    expect([shapes.find('&a0='), shapes.find('&a2='), shapes.find('&a500=')]).toEqual([shape, shape, shape]);
    expect(shapes.find('&a1=')).not.toBe(shape);
  });

  it('are not pushed out by shapes that are seen once', () => {
    const shapes = new KnownShapes();
    learn(shapes, ['&a=']);
    for (const text of numbered(0, 5_000)) expect(shapes.find(text)).toBeUndefined();
    expect(shapes.find('&a=')).toBe(shape);
  });

  it('are not learned again where nothing can be learned', () => {
    const shapes = new KnownShapes();
    shapes.find('&a=');
    shapes.find('&a=');
    shapes.keep('&a=', undefined);
    expect([shapes.find('&a='), shapes.find('&a=')]).toEqual([undefined, undefined]);
  });
});
