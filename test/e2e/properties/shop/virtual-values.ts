import type { ShopName } from '../expected-model.js';
import type { ShopRow } from './dataset.js';

/** The virtual columns of a row, by the rows that it is related to. */
export const virtualValues: Readonly<Record<ShopName, (row: ShopRow) => Readonly<Record<string, string | null>>>> = {
  Maker: ({ related }) => ({ productCount: countOf(related['products']) }),
  Product: ({ related }) => {
    const variants = related['variants'] ?? [];
    const stocks = variants.map(({ values }) => values['stock'] ?? null).filter((stock) => stock !== null);
    const prices = variants.map(({ values }) => values['price'] ?? null).filter((price) => price !== null);
    return {
      lineCount: countOf(variants),
      topStock: greatest(stocks),
      stockSum: stocks.length === 0 ? null : String(stocks.reduce((sum, stock) => sum + BigInt(stock), 0n)),
      topPrice: greatest(prices),
      isInStock: String(stocks.length > 0),
      makerName: related['maker']?.[0]?.values['name'] ?? null,
    };
  },
  Variant: ({ related }) => ({ siblings: countOf(related['product']?.[0]?.related['variants']) }),
};

function countOf(rows: readonly ShopRow[] | undefined): string {
  return String(rows?.length ?? 0);
}

function greatest(texts: readonly string[]): string | null {
  return [...texts].sort((one, other) => Number(one) - Number(other)).at(-1) ?? null;
}
