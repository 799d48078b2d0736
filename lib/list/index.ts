export type {
  DeletedOption,
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
export { Reached } from './reached.js';
