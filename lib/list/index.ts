export { endOf } from './description.js';
export type {
  AggregateDescription,
  EntityDescription,
  FacetDescription,
  FieldDescription,
  FlatDescription,
  NamedFilterDescription,
  OperatorDescription,
  PaginationDescription,
  PopulateDescription,
  RelationDescription,
} from './description.js';
export type {
  Audience,
  DeletedOption,
  Described,
  Feature,
  FeatureName,
  Features,
  ListInTheMaking,
  ListOptions,
  Reach,
  ReadableList,
  ServerInTheMaking,
  TrustedReader,
} from './feature.js';
export { deletedRule } from './feature.js';
export { flatPageKeys } from './flat.js';
export type {
  FlatDocs,
  FlatFeature,
  FlatFilter,
  FlatFilterRule,
  FlatListOptions,
  FlatMeaning,
  FlatName,
  FlatNames,
  FlatOptions,
  FlatOverrides,
  FlatOwner,
  FlatPageKey,
  FlatProfile,
  FlatSortNames,
  FlatSortRule,
} from './flat.js';
export { Reached } from './reached.js';
export { lengthOfName } from './names.js';
