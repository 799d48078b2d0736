/**
 * The rows of the product list. Documents are the text of their JSON, because programs lose digits and kinds of
 * numbers.
 */

/** A list of text, in a row; `undefined` stands for NULL. */
export type ListCell = readonly string[] | undefined;

/** A product. A column that is left out is NULL. */
interface ProductRow {
  readonly id: number;
  readonly name: string;
  readonly tags?: ListCell;
  readonly sizes?: string;
  readonly attributes?: string;
  readonly maker?: number;
  readonly categories?: readonly number[];
}

const upper = '0B1C2D3E-4F50-4A6B-8C7D-9E0F1A2B3C4D';

/** The products, by what is worth asking about them. */
export const productRows: readonly ProductRow[] = [
  {
    id: 1,
    name: 'plain',
    tags: ['art', 'new'],
    sizes: '[1, 2, 3]',
    attributes: `{"color": "red", "size": {"width": 3, "height": 7}, "weight": 1.5, "ratio": 0.5, "big": 9007199254740993,
      "on": true, "made": "2024-01-05", "code": "${upper.toLowerCase()}", "labels": ["art", "smart"], "counts": [1, 2],
      "codes": ["${upper.toLowerCase()}"], "secret": "key"}`,
    maker: 1,
    categories: [1, 2],
  },
  {
    id: 2,
    name: 'near',
    tags: ['smart', 'party'],
    sizes: '[1.0, 20]',
    attributes: `{"color": "Red", "size": {"width": 3.0, "height": 127}, "weight": 1.50, "ratio": 5e-1, "big": 9007199254740992,
      "on": false, "made": "2024-02-29", "code": "${upper}", "labels": ["smart,party"], "counts": [1.0, 12],
      "codes": ["${upper}"], "secret": "lock"}`,
    maker: 1,
    categories: [1],
  },
  {
    id: 3,
    name: 'accent',
    tags: ['ärt', 'new'],
    sizes: '["1"]',
    attributes: `{"color": "réd", "size": {"width": 10, "height": 128}, "weight": 1, "labels": ["ärt"], "on": true}`,
    maker: 2,
    categories: [2, 3],
  },
  {
    id: 4,
    name: 'trailing space',
    tags: ['art '],
    sizes: '[null, 1]',
    attributes: `{"color": "red ", "size": {"width": -3, "height": -128}, "weight": -3, "labels": ["art "], "made": "2024-13-01"}`,
    maker: 2,
  },
  { id: 5, name: 'nothing in it', tags: [], sizes: '[]', attributes: '{}', maker: 3, categories: [3] },
  { id: 6, name: 'NULL' },
  { id: 7, name: 'JSON null', tags: ['new'], sizes: 'null', attributes: 'null', maker: 3 },
  {
    id: 8,
    name: 'other types',
    tags: ['Art'],
    sizes: '{"0": 1}',
    attributes: `{"color": 5, "size": 7, "weight": "1.5", "ratio": "0.5", "big": "9007199254740993", "on": "true",
      "made": 20240105, "code": "none", "labels": "art", "counts": {"0": 1}, "codes": [1], "secret": ["key"]}`,
    maker: 1,
    categories: [1, 2, 3],
  },
  {
    id: 9,
    name: 'nested nulls',
    tags: ['100%', 'a_c'],
    sizes: '[null]',
    attributes: `{"color": null, "size": {"width": null}, "weight": null, "ratio": null, "big": null, "on": null, "made": null,
      "code": null, "labels": [null, "new"], "counts": [null]}`,
    maker: 2,
  },
  {
    id: 10,
    name: 'fractions',
    tags: ['abc', 'abc', 'new'],
    sizes: '[1.5, 9223372036854775807]',
    attributes: `{"color": "blue", "size": {"width": 3.5, "height": 1.5}, "weight": 10, "ratio": 1e3, "big": 9223372036854775807,
      "on": 1, "made": "2024-1-05", "labels": [], "counts": [1.5, 3]}`,
    maker: 4,
  },
  {
    id: 11,
    name: 'out of range',
    tags: ['new', 'old', 'art'],
    sizes: '[9007199254740993]',
    attributes: `{"color": "blue", "size": {"width": 2147483648, "height": 300}, "weight": 1e2, "big": 9223372036854775808, "on": 0,
      "made": "2023-12-31", "labels": ["new", "art"]}`,
    maker: 4,
    categories: [2],
  },
  { id: 12, name: 'a list', tags: ["it's", '"'], sizes: '[[1]]', attributes: '[{"color": "red"}, "labels"]', maker: 3 },
  { id: 13, name: 'a text', tags: ['{a', 'b}'], sizes: '5', attributes: '"red"' },
  {
    id: 14,
    name: 'odd keys',
    tags: ['NULL'],
    sizes: '[9007199254740992, true]',
    attributes: `{"a.b": {"it's": "odd"}, "a": {"b": {"it's": "plain"}}, "color": "", "on": false}`,
    categories: [1],
  },
  {
    id: 15,
    name: 'plain again',
    tags: ['old'],
    sizes: '[1, 1, 2]',
    attributes: `{"color": "green", "size": {"width": 10, "height": 0}, "weight": 0.1, "ratio": -0.25, "big": -1, "on": true,
      "made": "2024-01-05", "labels": ["Art", "old"], "counts": [3]}`,
    maker: 5,
    categories: [3],
  },
  {
    id: 16,
    name: 'plain, wildcards',
    tags: ['a%', 'emoji 🙂'],
    sizes: '[300]',
    attributes: `{"color": "100%", "size": {"width": 4}, "weight": 99999999.99, "on": false, "made": "2024-03-01",
      "labels": ["a_c", "🙂"], "a.b": {"it's": "even"}}`,
    categories: [3],
  },
];

/** Documents that another column has, by product. Only a column of text can hold those that are no JSON. */
export const extras: readonly { readonly id: number; readonly text: string; readonly isJson: boolean }[] = [
  { id: 1, text: '{"color": "red", "size": {"width": 1}, "labels": ["art"]}', isJson: true },
  { id: 2, text: '{"color": "red", "size": {"width": 1.0}, "labels": ["smart"]}', isJson: true },
  { id: 3, text: '{"color": "red"', isJson: false },
  { id: 4, text: '', isJson: false },
  { id: 5, text: 'red', isJson: false },
  { id: 7, text: 'null', isJson: true },
  { id: 8, text: '["color", "red"]', isJson: true },
  { id: 9, text: '{"color": "blue", "size": {"width": 2}, "labels": ["art", "new"]}', isJson: true },
];
