import { finds, hostileClass, refused, twin } from '../../case.js';
import { prototypeNames } from '../../cases/vocabulary.js';

const unknown = (path: string, note: string, pointer = path.replaceAll('][', '/')) =>
  refused(`filters[${path}]=x`, `unknown_field /filters/${pointer}`, note);

export const pathNames = hostileClass('path-names', [
  ...prototypeNames.map((name) => unknown(`specs][${name}`, 'a name that every object has')),
  ...prototypeNames.map((name) => unknown(`specs][size][${name}`, 'below a path')),
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty'].flatMap((name) => [
    unknown(`specs][${name}][color`, 'on the way', `specs/${name}`),
    refused(`filters[specs][color][${name}]=x`, `unknown_operator /filters/specs/color/${name}`, 'below a value'),
    refused(`filters[specs][labels][${name}]=x`, `unknown_operator /filters/specs/labels/${name}`, 'below a list'),
    refused(`sort=specs.${name}`, 'not_sortable /sort/0', 'sorted by'),
    refused(`sort[specs][${name}]=asc`, 'not_sortable /sort/specs', 'sorted by, as an object'),
  ]),
  unknown('specs][length', "a list's own"),
  refused('filters[specs][$]=x', 'unknown_operator /filters/specs/$', 'a dollar alone'),
]);

export const pathShapes = hostileClass('path-shapes', [
  unknown('specs.color', 'a dot for a bracket'),
  unknown('specs][size.width', 'a dot below the document'),
  unknown('specs][a.b', 'a key with a dot, which has an alias'),
  unknown('specs][a.b][it%27s', 'its second key', 'specs/a.b'),
  unknown('specs][odd', 'the path of an alias'),
  refused('filters[specs][$.color]=x', 'unknown_operator /filters/specs/$.color', "MySQL's spelling"),
  unknown('specs][color%5B0%5D', 'an index in a key', 'specs/color[0]'),
  finds('filters[specs][size%5D%5Bwidth]=3', [1, 3], 'encoded brackets are brackets'),
  unknown('specs][%22color%22', 'quotes', 'specs/"color"'),
  unknown("specs][color'", 'a quote'),
  unknown('specs][color%5C', 'a backslash', 'specs/color\\'),
  refused('filters[specs][color%00]=x', 'malformed_key /filters', 'NUL'),
  unknown('specs][colo%72x', 'an encoded letter', 'specs/colorx'),
  unknown('specs][:tenant', "a parameter of the handler's", 'specs/:tenant'),
  unknown('specs][ware.color', "the builder's alias"),
  unknown('specs->>color', 'an arrow', 'specs->>color'),
  unknown('specs][*', 'every path'),
  refused('filters[specs][0]=x', 'operator_not_allowed /filters/specs', 'an index'),
  refused('filters[specs][0][color]=x', 'operator_not_allowed /filters/specs', 'through an index'),
  refused('filters[specs][]=x', 'operator_not_allowed /filters/specs', 'a list'),
  refused('filters[specs][color][0][x]=1', 'expected_value /filters/specs/color/0', 'through an index of a value'),
  refused('filters[specs][labels][0][x]=1', 'expected_value /filters/specs/labels/0', 'through an element'),
  refused('filters[specs][labels][0][$has]=x', 'expected_value /filters/specs/labels/0', 'operators of an element'),
  refused('filters[specs][size]=3', 'expected_object /filters/specs/size', 'an object on the way'),
  refused('filters[specs][size]', 'expected_object /filters/specs/size', 'null on the way'),
  refused('filters[specs][size][$null]=true', 'unknown_operator /filters/specs/size/$null', 'an operator on the way'),
  refused('filters[specs][size][0]=3', 'expected_object /filters/specs/size', 'a list on the way'),
  refused('filters[specs][color][name]=x', 'unknown_operator /filters/specs/color/name', 'below a value'),
  refused('filters[specs][size][width][x]=3', 'unknown_operator /filters/specs/size/width/x', 'below a number'),
  refused('filters[specs]=x', 'operator_not_allowed /filters/specs', 'a value for the document'),
  refused('filters[specs]=', 'operator_not_allowed /filters/specs', 'nothing for the document'),
  refused('filters[specs]', 'operator_not_allowed /filters/specs', 'null for the document'),
  refused('filters[plain][color]=red', 'unknown_operator /filters/plain/color', 'where no path is declared'),
  refused('filters[uncounted]=2', 'unknown_field /filters/uncounted', 'a virtual column that is no field'),
  refused('sort=uncounted', 'not_sortable /sort/0', 'sorted by it'),
  refused('filters[letters][x]=2', 'unknown_operator /filters/letters/x', 'below a virtual column'),
  refused('filters[specs][]', 'operator_not_allowed /filters/specs', 'a list of null'),
  refused('filters[specs][color', 'malformed_key /filters', 'cut off'),
  refused('filters[specs]color=x', 'malformed_key /filters', 'text after a bracket'),
  refused('filters[specs][color]=a&filters[specs][color]=b', 'duplicate_key /filters/specs/color', 'twice'),
  refused('filters[specs]=a&filters[specs][color]=b', 'duplicate_key /filters/specs', 'a value and paths'),
  refused(
    'filters[specs][colour]=a&filters[specs][color]=red',
    'unknown_field /filters/specs/colour',
    'an undeclared path beside a declared one',
  ),
  refused(
    'filters[specs][color]=red&filters[specs][secret]=s',
    'unknown_field /filters/specs/secret',
    'a hidden path beside a declared one',
  ),
  finds('filters[specs][ab]=k', [1], 'a key with a dot, and one with a quote'),
  finds('filters[raw][ab]=k', [1], 'in a text'),
]);

const groups = ['$or', '$and'].flatMap((group) => [
  refused(`filters[specs][${group}][0][color]=x`, `unknown_operator /filters/specs/${group}`, 'a group'),
  refused(`filters[specs][${group}][color]=x`, `unknown_operator /filters/specs/${group}`, 'a group as an object'),
  refused(`filters[specs][size][${group}][0][width]=3`, `unknown_operator /filters/specs/size/${group}`, 'deeper'),
]);

export const pathGroups = hostileClass('path-groups', [
  ...groups,
  refused('filters[specs][$not][color]=x', 'unknown_operator /filters/specs/$not/color', 'a negation'),
  refused('filters[specs][size][$not][width]=3', 'unknown_operator /filters/specs/size/$not', 'a negation, deeper'),
  ...['$eq', '$ne', '$in', '$has', '$hasSome', '$empty', '$contains', '$exists', '$count', '$some', '$where'].map(
    (token) =>
      refused(`filters[specs][${token}]=x`, `operator_not_allowed /filters/specs/${token}`, 'an operator of others'),
  ),
  ...['$like', '$size', '$type', '$elemMatch', '$jsonPath'].map((token) =>
    refused(`filters[specs][${token}]=x`, `unknown_operator /filters/specs/${token}`, 'an operator of no one'),
  ),
  refused('filters[specs][$null]=maybe', 'expected_boolean /filters/specs/$null', 'no flag'),
  refused('filters[specs][$null][color]=x', 'expected_boolean /filters/specs/$null', 'a path below a flag'),
  refused('filters[specs][$not]=x', 'expected_object /filters/specs/$not', 'a value under $not'),
]);

const hidden = (text: string, note: string) => [
  twin(text, 'secret', 'secreu', note),
  twin(text, 'secret', 'qqqqqq', `${note}, of other letters`),
];
const hiddenDocument = (text: string, note: string) => [
  twin(text, 'vault', 'vaulz', note),
  twin(text, 'vault', 'qqqqq', `${note}, of other letters`),
];

export const hiddenPaths = hostileClass('hidden-path', [
  ...hidden('filters[specs][NAME]=x', 'a path'),
  ...hidden('filters[specs][NAME]', 'null'),
  ...hidden('filters[specs][NAME][$null]=true', 'whether it is there'),
  ...hidden('filters[specs][NAME][$gt]=m', 'by bisection'),
  ...hidden('filters[specs][NAME][$nope]=x', 'by no operator'),
  ...hidden('filters[specs][NAME][x]=1', 'below it'),
  ...hidden('filters[specs][NAME]=x&filters[specs][color]=red', 'beside another'),
  ...hidden('filters[specs]=%7B%22NAME%22:%22x%22%7D', 'in a JSON text'),
  ...hidden('sort=specs.NAME', 'sorted by'),
  ...hidden('sort[specs][NAME]=desc', 'sorted by, as an object'),
  ...hiddenDocument('filters[NAME][color]=red', 'a path of a document'),
  ...hiddenDocument('filters[NAME][$null]=true', 'whether it is there'),
  ...hiddenDocument('filters[NAME]=x', 'the document'),
  ...hiddenDocument('filters[NAME]=%7B%22color%22:%22red%22%7D', 'in a JSON text'),
  ...hiddenDocument('sort=NAME.color', 'sorted by'),
  ...hiddenDocument('sort=NAME', 'the document, sorted by'),
]);
